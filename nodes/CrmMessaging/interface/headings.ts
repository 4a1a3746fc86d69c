/**
 * How columns of spreadsheets and keys of other systems name the fields of a contact, in English,
 * Spanish, German and French; case, spaces, hyphens, underscores and accents do not matter. The
 * service's own names and our labels are known without standing here; a “Phone Number” is mostly one
 * with its country code, so it stands here. What means different things
 * in different places, such as “Name” or “ID”, is left out on purpose.
 */
export const contactHeadings: Readonly<Record<string, readonly string[]>> = {
	user_id: [
		...['guest id', 'guest number', 'guest no', 'customer id', 'customer number', 'client id'],
		...['client number', 'contact id', 'member id', 'profile id', 'external id'],
		...['id huésped', 'id de huésped', 'id del huésped', 'número de huésped'],
		...['id cliente', 'id de cliente', 'número de cliente', 'código de cliente'],
		...['gast-id', 'gastnummer', 'gäste-id', 'kunden-id', 'kundennummer', 'kundennr'],
		...['id du client', 'numéro client', 'numéro de client', 'code client'],
	],
	name_first: [
		...['first name', 'given name', 'forename', 'guest first name', 'fname'],
		...['nombre', 'nombre de pila', 'vorname', 'rufname', 'prénom'],
	],
	name_last: [
		...['last name', 'surname', 'family name', 'guest last name', 'lname'],
		...['apellido', 'apellidos', 'nachname', 'familienname', 'nom', 'nom de famille'],
	],
	email: [
		...['e-mail', 'mail', 'email address', 'e-mail address', 'mail address', 'guest email'],
		...['correo', 'correo electrónico', 'dirección de correo', 'e-mail-adresse', 'mailadresse'],
		...['courriel', 'adresse e-mail', 'adresse électronique', 'adresse mail'],
	],
	phone: [
		...[
			'phone number',
			'telephone',
			'telephone number',
			'phone no',
			'mobile',
			'mobile phone',
			'mobile number',
		],
		...['cell', 'cell phone', 'cellphone', 'guest phone', 'full phone', 'tel'],
		...['teléfono', 'teléfono móvil', 'número de teléfono', 'móvil', 'celular'],
		...['telefon', 'telefonnummer', 'handy', 'handynummer', 'mobilnummer', 'mobiltelefon'],
		...['téléphone', 'numéro de téléphone', 'téléphone portable', 'portable'],
	],
	language: [
		...['lang', 'locale', 'preferred language', 'guest language', 'language code'],
		...['idioma', 'lengua', 'sprache', 'langue'],
	],
	phone_countrycode: [
		...['phone country code', 'phone prefix', 'country calling code', 'dialling code'],
		...['dialing code', 'prefijo', 'prefijo telefónico', 'ländervorwahl', 'indicatif'],
	],
	city: ['town', 'ciudad', 'población', 'localidad', 'stadt', 'ort', 'wohnort', 'ville'],
	country: ['país', 'land', 'pays'],
	region: ['province', 'county', 'región', 'provincia', 'bundesland', 'région'],
	zip: [
		...['zip code', 'postal code', 'postcode', 'post code', 'código postal', 'postleitzahl'],
		...['plz', 'code postal'],
	],
	full_address: [
		...['address', 'postal address', 'street address', 'home address'],
		...['dirección', 'dirección postal', 'domicilio', 'adresse', 'anschrift'],
		...['adresse postale'],
	],
	born_date: [
		...['birthday', 'birth date', 'date of birth', 'dob', 'born'],
		...['fecha de nacimiento', 'cumpleaños', 'nacimiento'],
		...['geburtsdatum', 'geburtstag', 'date de naissance', 'anniversaire'],
	],
	gender: ['sex', 'sexo', 'género', 'geschlecht', 'sexe', 'genre'],
	tags: ['tag', 'labels', 'etiquetas', 'schlagwörter', 'étiquettes'],
	gdpr_accept_terms: ['accept terms', 'accepted terms', 'terms accepted'],
	gdpr_marketing_consent: ['marketing consent', 'accepts marketing', 'marketing opt in'],
	gdpr_date: ['consent date'],
	gdpr_remote_ip: ['consent ip'],
};
