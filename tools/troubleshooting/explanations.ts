/**
 * What a message means and what to do, where it does not say so itself. The keys are the messages, as
 * the page has them.
 */
export const explanations: Readonly<Record<string, string>> = {
	// The credential
	'The Account ID of the credential cannot be “…”':
		'It is part of an address, and this one would lead elsewhere. Copy the ID of your account again.',
	'The … of the credential is required':
		'Enter the address of the service and the ID of your account, as its provider gave them. Every operation but SMS and push notifications uses the Account Secret.',
	'The secrets of this credential are for … only, so no request to … is sent with them':
		'This comes when the HTTP Request node uses the credential for another address. Call the service’s own address, or choose another credential.',

	// Values
	'… is required':
		'The field has no value in this item. Fill it in; if it holds an expression, look at what the item gives for it.',
	'… is required, but its expression gives nothing':
		'Look at the item that the message names: it lacks what the expression reads, or has it under another name. Correct the expression, or filter such items out.',
	'“…” is not one of …': 'Take one of the values that the message lists.',
	'… is nested more than … levels deep': 'Send less of the object, or send it as a text.',
	'“…” is a number that JSON cannot hold':
		'It is infinite, or the result of a calculation that failed, such as a division by zero. Correct the expression.',
	'“…” is not a value that JSON can hold':
		'Only texts, numbers, booleans, null, lists and plain objects can be sent. Correct the expression.',
	'… is an invalid date':
		'A date was calculated from something that is no date. Correct the expression.',
	'“…” can mean … or …. Write … or …':
		'A point or comma before three digits may divide thousands or begin the cents. Where it divides thousands, take it out, such as `{{ Number($json.price.replace(".", "")) }}`.',
	'“…” can mean … or …. Write … or give the number …':
		'A point or comma before three digits may divide thousands or begin the decimals. A number is always read as decimals, such as `{{ Number($json.price) }}`.',
	'“…” is not …': 'The list may hold only what the message names. Correct this entry.',

	// Phone numbers
	'… phone numbers were completed with Default Country Code, for example ….':
		'These numbers have no country code of their own, so they got the one of the option. If a guest is from another country, write that number with + and its code.',

	// Settings and items
	'… must be a … from … to …, not “…”': 'Give a number within these bounds.',
	'… must be a … of at least …, not “…”': 'Give such a number, or remove the option.',
	'… must be a … above …, not “…”': 'Give a larger number.',
	'… must be a …, not “…”':
		'Write it in digits, such as `12.5`, without words, blanks or a currency.',
	'“…” is not an object of custom fields':
		'Give `data` as an object, with the names of the custom fields as its keys.',
	'… must have exactly one of …':
		'Each recipient of the JSON list is named in one way. Remove the other keys, or add one.',
	'“…” is not an object of names and texts':
		'Give the placeholder values as an object, such as `{ "first_name": "Ana" }`.',
	'Map Automatically split … into Last Name and First Name at its comma.':
		'If a column isn’t split as you want, split it before this node, or choose _Map Each Field_.',
	'… rows are empty and were skipped (…).':
		'Nothing in them has a value, so no contact was sent for them. They come out with `skipped: "empty"`.',
	'… has no field that names a person; give it …':
		'The service cannot save a contact that nothing identifies. Map at least one of the fields that the message lists.',

	// Refused requests
	'The service did not accept the …':
		'This is status 401. Push notifications and SMS use the Master Secret, everything else the Account Secret; the message names the one that was used. Both belong to one Account ID.',
	'The service refused the request':
		'The service’s own words after the status name the field. Status 400 or 422 means that a value is not to its liking although it has the documented form; compare it with [the service’s own rules](contributing/service.md).',
	'The request is too large for the service (HTTP 413)':
		'The node has already halved the request as far as it may be divided, and what was left is still too large.',
	'The service is receiving too many requests (HTTP 429)':
		'The node has already waited and tried again, and sent fewer requests at a time. Lower _Parallel Requests_, or run the workflow at a quieter time.',
	'The service redirects to another address':
		'The node follows no redirects, so no secret travels to an address you did not enter.',
	'The service is not available at the moment':
		'With a time to come back the node has already waited and tried again. Without one nobody knows whether a message was taken, so it is not sent again by itself.',

	'The service redirects to …':
		'The node follows no redirects, so no secret travels to an address you did not enter.',
	'… a web page':
		'Stands in place of the service’s own words. A proxy, a login page or a firewall answered, or Base URL leads to another server.',
	'… a web page “…”':
		'Stands in place of the service’s own words, with the title of the page. A proxy, a login page or a firewall answered, or Base URL leads to another server.',

	// The network
	'The server … refused the connection (…)':
		'Nothing listens at this address and port. In Docker, `localhost` is the container itself.',
	'The server … has a name that is not known (…)': 'Look for a typing error in Base URL.',
	'The server … has a certificate that is not valid (…)':
		'The certificate has expired, or is signed by an authority that n8n does not know. Have it renewed; the node has no option to skip the check.',
	'The server … made no secure connection (…)':
		'Base URL begins with `https:`, but what answers at this address and port speaks plain HTTP, or an outdated TLS.',
	'The execution was canceled before an answer came':
		'Someone stopped the execution while a request was under way.',

	// Answers
	'… it names no hotel (no uuid)':
		'Ends “The service accepted the request, but its answer cannot be read”: the answer has no hotel in it.',
	'… it names no bulk job (no _id)':
		'Ends “The service accepted the request, but its answer cannot be read”: the answer has no bulk job in it.',
	'… it holds no result of any delivery':
		'Ends “The service accepted the request, but its answer cannot be read”: the answer says of no recipient what became of it.',
	'… it holds no …':
		'Ends “The service accepted the request, but its answer cannot be read”, with the key that is missing.',
	'… it holds no list “…”':
		'Ends “The service accepted the request, but its answer cannot be read”, with the list that is missing.',
	'… it is larger than … MB':
		'Ends “The service accepted the request, but its answer cannot be read”. Ask for less at a time: fewer campaigns, or fewer entries per request.',
	'… it holds more than … values':
		'Ends “The service accepted the request, but its answer cannot be read”. Ask for less at a time: fewer campaigns, or fewer entries per request.',
	'… it is nested more than … levels deep':
		'Ends “The service accepted the request, but its answer cannot be read”: the answer is not from the service as it is described.',
	'… it is not a JSON object':
		'Ends “The service accepted the request, but its answer cannot be read”: the answer is a web page, an empty text or something else that is no JSON object.',

	// Rejected
	'The service rejected the delivery to …':
		'The service’s reason follows where it gives one. Check that the number or device is right and has not been unsubscribed.',
	'Results that do not name a recipient do not show either whether it was accepted.':
		'Look in the service for what became of them.',
	'The service counted no purchase (number_of_purchase: 0), which may come from the wrong Product ID Key':
		'Look in the service whether the purchase is there. If it is not, set the option _Product ID Key_ to Both and send it again.',
	'The service created the bulk job with the status “…”':
		'It will probably not process it. Ask its provider with the ID of the job.',
	'The service answered with another hotel, “…”, than was sent':
		'Look in the service whether your hotel is there, and ask its provider.',
	'The service answered that the hotel failed: …':
		'Correct what it names, and look in the service whether the hotel is there.',
	'The answer of the service also reports an error, “…”.':
		'The request was accepted, and something in it went wrong. Look in the service for what is missing.',
	'The service rejected a delivery… and does not say to whom it was':
		'Send with fewer recipients per request to find out who it was; who was accepted already gets nothing again in a retry.',
	'The service rejected ….':
		'Filter the output by `valid`. To stop on them, add the option _Fail on Rejected …_.',
	'The service rejected the contact…':
		'After the name stands the service’s reason. Correct the contact and send it again.',

	// Under an error
	'Nothing was sent.': 'No request left n8n. Correct what the message names, and run again.',
	'It was tried … times.':
		'Only what cannot double anything is tried again. The option _Max Tries_ sets how often.',
	'Everything else was sent.': 'Only the items that the message names failed.',
	'None of the … was sent.': 'Whatever you correct, running again doubles nothing.',
	'A retry keeps them back, unless the option “Unconfirmed Requests” is set to “Resend”.':
		'Look for the recipients in the service first. If they are not there, set the option and retry the execution.',
	'Accepted, and not sent again when you repeat the call: ….':
		'An AI agent is told whom its calls have reached, so that it need not ask again.',
	'… was rejected by the service': 'One entry that the service did not take.',
	'… were rejected by the service': 'Entries that the service did not take.',
	'… may have been accepted':
		'The answer got lost, so only the service knows. Look for them there.',
	'… was not sent': 'A retry sends it.',
	'… were not sent': 'A retry sends them.',

	// Waiting and bulk jobs
	'The bulk job … ended with the status “…”':
		'The status says that the service gave the job up, and every item of the job fails. Ask its provider with the ID of the job. If the status means that the job is processed, add it to _Extra Completed Statuses_.',
	'The bulk job … was processed with the status “…”: something in it may have failed.':
		'Start a workflow by the callback, or choose _Wait for Result_, to learn which contacts failed.',
	'No callback came within Max Wait.':
		'It is the `reason` of a contact. Look whether the service can reach your n8n, raise _Max Wait_, or ask with _Bulk Job: Get_.',
	'The execution that waited for the callback was stopped or lost. Look the bulk job up with Bulk Job: Get.':
		'It is the `reason` of a contact. Someone stopped or deleted the execution, or n8n was killed while it ran. The contacts were sent.',
	'The execution that waited for the callbacks was lost. Look the bulk jobs up with Bulk Job: Get.':
		'n8n was killed at the moment in which it resumed the workflow. The contacts were sent.',
	'It was sent by an earlier try that did not wait for its callback.':
		'It is the `reason` of a contact. _Bulk Job: Get_ shows its result.',
	'Max Wait (Minutes) of less than a minute may end up to a minute late, since n8n looks once a minute for executions to resume.':
		'Use a limit of at least a minute.',
	'The callback does not say why.':
		'The callback names no contact, and counts all of the request as failed. Look at them in the service, and correct what it asks for.',
	'The callback does not name this contact.':
		'It is the `reason` of a contact. The service called back for its request, and named others only.',
	'The callback doesn’t name any contact.':
		'It is the `reason` of an item of the trigger, which has the whole callback. Look under which keys it has its contacts: [Callbacks](callbacks.md#what-a-callback-may-look-like) lists where they are found.',
	'The callback doesn’t say whether this contact is valid.':
		'It is the `reason` of a contact. The callback names it without `valid`. Look for it in the service.',
	'The callback counts … failed contacts, but names ….':
		'It is a `reason`. Some contacts have failed, and the callback doesn’t say which. Look in the service.',
	'The callback doesn’t say what happened to ….':
		'It is the `reason` of a bulk job. Look at its `callback`, and for the contacts in the service.',
	'The callback doesn’t say what happened to … (…).':
		'Look at the `reason` and `callback` of these items, and for the contacts in the service.',

	// The trigger
	'A call to … was refused: …':
		'Stands in n8n’s log, with the reason. The call started nothing and got status 401, or 503 where the service is to call again.',
	'… its content is nested more than … levels deep':
		'Ends a line of n8n’s log. The service sends no such call; look who does.',
	'… it is not signed':
		'The key or signature is missing or wrong. Choose the same credential in the trigger and in the sending node, and let the service call the URL that the node gave it.',
	'… its address … is in none of the Allowed IP Ranges':
		'Add the address. If it is that of your own proxy, set `N8N_PROXY_HOPS`.',
	'… its timestamp is …':
		'The call is older or newer than _Timestamp Tolerance_ permits. Check the clock of the server, or raise the allowance.',
	'“…” is neither an IP address nor a range such as 203.0.113.0/24':
		'Write the _Allowed IP Ranges_ of the trigger separated by commas, and publish it again.',

	// Hints
	'“…” is none of …, and was left out.':
		'The value counts as not given. If it should count, write it as one of those listed.',
	'A purchase was recorded without a contact.':
		'The service then knows of no guest for it. Add one under _Contacts_.',
	'Alert has no effect, because Send Silently is on.': 'Remove one of the two.',
	'Map Automatically read ….':
		'Look whether each key was read as what you meant. If not, choose _Map Each Field_.',
	'Callback Fields have no effect, because Processing Result is set to Don’t Wait.':
		'Without a callback nobody gets them. Remove them, or choose another _Processing Result_.',
	'… contacts occur more than once (…), and only the last of each is sent.':
		'You chose that with _Duplicate Contacts_.',
	'… contacts occur more than once (…), and each is sent once, with the fields of all.':
		'You chose that with _Duplicate Contacts_.',
	'Fail on Rejected Contacts has no effect, because Processing Result is not set to Wait for Result.':
		'Only a node that waits learns which contacts were rejected.',
	'… messages have {{ … }} from your data, which recipients see as it is':
		'An expression or a placeholder gave text with braces. n8n does not evaluate it again. Look at the data of the items that the hint names.',
	'Has {{ … }} from your data, which the recipient sees as it is.':
		'Look at the data of the item.',
	'…: {{ … }} is empty in … messages':
		'The message has a gap there. Give another text with {{ $json.field || "text" }}, or filter such items out.',
	'%{…} is blank in … messages because its value is empty':
		'The message has a gap there. Give a value under _Placeholder Values_, or filter such items out.',
	'%{…} is blank because its value is empty.':
		'The message has a gap there. Give a value under _Placeholder Values_, or filter such items out.',
	'The placeholder value “…” is not used: the message has no %{…}.':
		'Look for a typing error in the name, or remove the value.',
	'… messages were left out, because the recipient gets the same text earlier in the run':
		'You chose that with _Skip Duplicates_.',
	'The price “…” was rounded to …. Check whether it is a net price.':
		'The price had more decimals than its currency, as `{{ 100 / 1.19 }}` has.',
	'The price “…” is negative. It was sent as it is.':
		'A refund is mostly told by the _Status_ Product Refund, with a price above 0.',
	'The recipient gets the same text earlier in the run.':
		'The option _Skip Duplicates_ leaves it out.',
	'… And … more like this.…': 'Follows a hint that was given with several values.',
	'… in … requests, because … differ between items.':
		'Sending takes longer than it has to. Give the fields that the hint names one value for all items.',
	'This is a preview: nothing was sent. Remove the option Preview to send.':
		'The output shows what would be sent.',
};
