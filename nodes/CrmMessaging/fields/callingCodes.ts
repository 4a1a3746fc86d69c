/**
 * All calling codes, and the formats of their numbers. The figures are libphonenumber's; a test
 * compares them. Each entry has columns separated by blanks:
 *
 * 1. the countries, for readers
 * 2. the calling code
 * 3. the trunk prefix, dialed only within the country, as a pattern; or a word about a leading 0
 * 4. digits after the code, up to the 15 of E.164
 * 5. digits of a mobile number, `-` if there are none
 * 6. the first digits of mobile numbers, as a pattern
 *
 * About a leading 0, `none` means that no number has it. With `kept`, it is part of the number.
 * With `needed`, all numbers except mobiles have it.
 */
export const callingCodeTable: ReadonlyArray<readonly string[]> = `
	US,CA,... 1 1(?=\\d{10}$) 7,10 10 [2-9]; EG 20 0 8-10 10 1[0-25]; SS 211 0 9 9 12|9[1257-9];
	MA,EH 212 0 9 9 6|7[0-35-8]; DZ 213 0 8-9 9 5[4-6]|6|7[7-9];
	TN 216 none 8 8 [259]|3[0-269]|4[0-8]; LY 218 0 9 9 9[1-6];
	GM 220 none 7,9 7,9 [23679]|4[015]|5[0-589]|8[3-79]; SN 221 none 9 9 7[0-25-9];
	MR 222 none 8 8 [2-4][0-46-9]; ML 223 none 8 8 2[01]|5[0-3]|[679]|8[2-59];
	GN 224 none 8-9 9 6[0-356]; CI 225 kept 10 10 0[157]; BF 226 kept 8 8 0[1-7]|4[4-6]|5[0-8]|[67];
	NE 227 kept 8 8 23|7[0467]|[89]; TG 228 none 8 8 7[0-389]|9[0-36-9]; BJ 229 kept 10 10 01;
	MU 230 none 7-8,10 8 5[2457-9]|7[03]; LR 231 0 7-9 7,9 22|33|4[267]|[56]|7[67]|88;
	SL 232 0 8 8 25|3[0-5]|66|7|8[08]|9[09]; GH 233 0 8-9 9 2[03-9]|5[03-79];
	NG 234 0 10-12 10 7[0-2]|[89][01]; TD 235 none 8 8 3[01]|[69]|77|8[5-7];
	CF 236 none 8 8 7[02-7]; CM 237 none 8-9 9 24|6[24-9]; CV 238 none 7 7 36|5[1-37-9]|9;
	ST 239 none 7 7 9[089]; GQ 240 none 9 9 22|55; GA 241 kept 7-8 7-8 0[2-7]|[2-7];
	CG 242 kept 9 9 0[124-6]; CD 243 0 7-10 7,9 8|9[016-9]; AO 244 none 9 9 9[1-79];
	GW 245 none 7,9 9 9[5-7]; IO 246 none 7 7 38; AC 247 kept 5-6 5 [2-47];
	SC 248 none 7 7 2[125-8]; SD 249 0 9 9 1[0-2]|9[0-3569]; RW 250 0(?!6) 8-9 9 7[237-9];
	ET 251 0 9 9 7[0-37-9]|8[01]|9; SO 252 0 6-9 7-9 15|2[48]|3[59]|4[89]|[67]|8[08]|9[02-9];
	DJ 253 none 8 8 77; KE 254 0 7-10 9 1[0-48]|7; TZ 255 0 9 9 6[0-35-9]|7; UG 256 0 9 9 7;
	BI 257 none 8 8 29|6[1-9]|7[125-9]; MZ 258 none 8-9 9 8[2-9]; ZM 260 0 9 9 [59][5-8]|7[5-9];
	MG 261 0 9 9 3[2-9]; RE,YT 262 0 9 9 6[39]|70; ZW 263 0 7,9-10 9 7[1-357-9];
	NA 264 0 8-9 9 60|8[1245]; MW 265 0 7,9 9 [13]1|2[12]|77|[89][89]; LS 266 none 8 8 [56];
	BW 267 kept 7-8,10 8 7[1-9]; SZ 268 kept 8-9 8 7[5-9]; KM 269 none 7 7 [34];
	ZA 27 0 5-10 5-9 1[02-9]|2[1278]|3[1-69]|[467]|5[01346-8]|8[1-57];
	SH,TA 290 none 4-5 4-5 [5689]; ER 291 0 7 7 17|7; AW 297 none 7 7 29|[59][69]|6[02-469]|7[347];
	FO 298 none 6 6 [27][1-9]|5|9[16]; GL 299 none 6 6 [245]; GR 30 none 10-12 10 6[89]|94;
	NL 31 0 5-11 9,11 6[1-58]|97; BE 32 0 8-9 9 4[5-9]; FR 33 0 9 9 6|7[3-9];
	ES 34 none 9 9 6|7[1-48]|9[67]; GI 350 none 8 8 5[1246-8]|60;
	PT 351 none 9 9 16|6[0356]|9[1-46]; LU 352 none 4-11 9 6[25-9]; IE 353 0 7-10 9 8[235-9];
	IS 354 none 7,9 7,9 38|6[1-9]|7[5-9]|8[2-689]; AL 355 0 6-9 9 6[7-9];
	MT 356 none 8 8 7[279]|9[2689]; CY 357 none 8 8 9[14-79]; FI,AX 358 0 5-12 6-10 4[0-8]|50;
	BG 359 0(?!0) 6-9,12 8-9 43|8[7-9]|9[89]; HU 36 06 8-9 9 [257]0|3[01];
	LT 370 [08](?=\\d{8}$) 8 8 6; LV 371 none 8 8 2; EE 372 none 7-8,10 7-8 5|8[1-49];
	MD 373 0 8 8 56|6|7[16-9]; AM 374 0 8 8 33|4[1349]|55|77|88|9[13-9];
	BY 375 80?(?=(?:1[5-7]|2\\d|33|44)\\d{7}$)|8(?=80\\d{8}$) 6-11 9 2[59]|33|44;
	AD 376 none 6,8-9 6,9 [356]; MC 377 0 8-9 8-9 [367]|4[4-6]; SM 378 kept 8,10 8 6[16];
	UA 380 0 9-10 9 39|50|6[36-8]|7[1-3579]|9[1-9]; RS 381 0 6-12 8-10 6; ME 382 0 8-9 8 6[036-9];
	XK 383 0 8-12 8 4[3-9]; HR 385 0 7-9 8-9 9[0-257-9]; SI 386 0 5-8 8 [37][01]|4[013]|51|6[4589];
	BA 387 0 8-9 8-9 6[0-7]; MK 389 0 8 8 7; IT,VA 39 needed 6-12 9-10 3[1-9]|43; RO 40 0 6,9 9 7;
	CH 41 0 9,12 9 6[89]|7[235-9]; CZ 420 none 9-12 9 60|7[0-379]; SK 421 0 6-7,9 9 9[0145];
	LI 423 0 7,9 7,9 6[4-6]|7[3-57-9]; AT 43 0 4-13 7-13 6[4-9]; GB,GG,IM,JE 44 0 7,9-10 10 7[1-9];
	DK 45 none 8 8 [24-7]|3[0-689]|8[126-9]|9[1-46-9]; SE 46 0 6-10,12 9 7[023689];
	NO,SJ 47 kept 5,8 8 4[015-8]|9; PL 48 none 6-10 9 21|45|5[0137]|6[069]|7[2389]|88;
	DE 49 0 4-13 10-11 1[5-7]; FK 500 none 5 5 [56]; BZ 501 kept 7,11 7 6[0-35-7];
	GT 502 none 8,11 8 [3-5]|80; SV 503 none 7-8,11 8 [5-7]; HN 504 none 8,11 8 [37-9];
	NI 505 none 8 8 5[578]|6[2-57-9]|7[5-8]|8; CR 506 none 8,10 8 30|5[07]|6[0-5]|7[0-3]|8[3-9];
	PA 507 kept 7-8,10-11 7-8 1[16]|21|6|8[17]; PM 508 0 6,9 6,9 [236-9]|4[02-489]|5[02-9];
	HT 509 none 8 8 [34]|5[568]; PE 51 0 8-9 9 9;
	MX 52 (?:0[12]|04[45]|1)(?=\\d{10}$) 10 10 2[2-47-9]|3[1-57-9]|[467][1-9]|5[5689]|8[1-4679]|9[1-35-9];
	CU 53 0 6-8,10 8 5|6[2-4]; AR 54 0 10-11 10-11 67|9[1-3];
	BR 55 0 8-11 10-11 [14689][1-9]|2[12478]|3[1-578]|5[13-5]|7[13-579];
	CL 56 none 9-11 9 2[1-36]|3[2-5]|[47][1-35]|5[1-3578]|6[13-57]|8|9[1-9];
	CO 57 0 8,10-11 10 3[0-357]|94; VE 58 0 10 10 4[12]; GP,BL,MF 590 0 9 9 69|70;
	BO 591 0 8-9 8 57|[67]; GY 592 none 7 7 51|6|7[0-8]; EC 593 0 8-11 9 9[35-9];
	GF 594 0 9 9 69|70; PY 595 0 6-11 9 9[5-9]; MQ 596 0 9 9 69|70;
	SR 597 none 6-7 7 6[08]|7[1-79]|8[1-9]; UY 598 0(?!0) 4-12 8 9[1-9];
	CW,BQ 599 none 7-8 7-8 [34]1|7[07-9]|9[56]; MY 60 0 8-10 9-10 1; AU,CC,CX 61 0 5-10,12 9 4;
	ID 62 0(?!0) 7-13 9-12 8[1-35-9]; PH 63 0 6,8-13 10 8[19]|9; NZ 64 0 5-10 8-10 2[0-26-9];
	SG 65 none 8,10-11 8 8|9[0-8]; TH 66 0(?!0) 8-10,13 9 14|6[1-7]|[89]; TL 670 none 7-8 8 7[2-8];
	NF 672 none 6 6 14|3[58]; BN 673 none 7 7 22|[78]; NR 674 none 7 7 22|55|66|77|8|99;
	PG 675 none 7-8 8 7|8[1-58]; TO 676 kept 5,7 7 5[45]|6[0389]|7|8[46-9]|99;
	SB 677 none 5,7 5,7 48|6[89]|7[1-9]|8[4-9]|9; VU 678 none 5,7 7 [58]|7[0-7];
	FJ 679 kept 7,11 7 [279]|45|5[01568]|8[034679]; PW 680 none 7 7 4[56]|6[2-4689]|7[78]|8[38];
	WF 681 none 6,9 6 72|8[23]; CK 682 none 5 5 [578]; NU 683 none 4,7 4,7 [56]|88;
	WS 685 none 5-7,10 7,10 7[1-35-8]|8[3-79]; KI 686 0 5,8 8 6[23]|7;
	NC 687 kept 6 6 [579]|8[0-79]; TV 688 none 5-7 6-7 7[01]|90; PF 689 none 6,8-9 8 8[7-9];
	TK 690 none 4-7 4-7 7[2-4]; FM 691 none 7 7 3[1-35-9]|82|9[2-7];
	MH 692 1(?=\\d{7}$) 7 7 23|32|45|54; RU,KZ 7 8(?=\\d{10}$) 10,14 10 7[046-8]|9; - 800 kept 8 - -;
	- 808 none 8 - -; JP 81 0(?!0) 8-13 10 [6-9]0; KR 82 0(?!0) 5-6,8-13 9-10 1[0-26-9];
	VN 84 0 7-10 9 1[246]|[39]|5[125689]|7[06-9]|8[1-9]; KP 850 0 8,10 10 19;
	HK 852 none 5-9,11 8 4[02467]|5[1-79]|6|7[01]|84|9[0-8]; MO 853 kept 7-8 8 6[23568];
	KH 855 0 8-10 8-9 [1679]|2[3-6]|3[1-68]|4[2-4]|5[2-5]|8[013-9]; LA 856 0 8-10 9-10 [23]0;
	CN 86 0 7-12 11 1[3-9]; - 870 none 9,12 9,12 [356]|7[6-8]; - 878 none 12 - -;
	BD 880 0 6-10 10 1[13-9]|3[78]|44|6[46]; - 881 kept 9-10 9-10 [0-36-9];
	- 882 none 7-12 7-10,12 3[2-47]|49|5[02]; - 883 none 8-12 - -; TW 886 0 7-11 9 40|9[0-8];
	- 888 kept 11 - -; TR 90 0 7,10,12-13 10 5; IN 91 0(?!0) 8-13 10 16|[6-9];
	PK 92 0 8-12 10 3[0-7]; AF 93 0 9 9 7; LK 94 0 9 9 7[0-24-8]; MM 95 0 6-10 7-10 17|9[2-9];
	MV 960 none 7,10 7 46|[79]; LB 961 0 7-8 7-8 3|7[01689]|81; JO 962 0 8-9 9 42|7[127-9];
	SY 963 0 8-9 9 50|9[03-689]; IQ 964 0 8-10 10 7[3-9]; KW 965 none 7-8 8 41|5[0-25-9]|[69];
	SA 966 0 9-10 9 5[013-9]; YE 967 0 7-9 9 7[01378]; OM 968 none 7-9 8 15|7[124-9]|9;
	PS 970 0 8-10 9 5[69]; AE 971 0 5-12 9 5[02-68]; IL 972 0 7-12 9 5[0-689];
	BH 973 none 8 8 3|6[346]; QA 974 kept 7-9,11 8 [35-7]; BT 975 none 7-8 8 1[67]|[78]7;
	MN 976 0 8-10 8 5[05]|6[069]|7[28]|8[0135-9]|9; NP 977 0 8,10-11 10 9[06-8]; - 979 none 9 - -;
	IR 98 0 4-7,10 10 9[0-39];
	TJ 992 kept 9 9 [09]|1[0-27-9]|2[0-27]|3[038]|4[014]|5[05]|66|7[0157-9]|8[017-9];
	TM 993 8(?=\\d{8}$) 8 8 6|7[12]; AZ 994 0 9 9 [16]0|36|4[04]|5[015]|7[07]|99; GE 995 0 9 9 5|79;
	KG 996 0 9-10 9 2[02]|31|5[0-24-7]|60|7[057]|88|9[19];
	UZ 998 none 9 9 [25]0|33|6[125-7]|7[02-579]|8[078]|9[0-57-9]
`
	.split(';')
	.map((row) => row.trim().split(' '));

interface Lengths {
	/** For sentences: `7, 9-10`. */
	text: string;
	pattern: RegExp;
}

function lengthsOf(ranges: string): Lengths {
	const patterns = ranges.split(',').map((range) => `\\d{${range.replace('-', ',')}}`);
	return {
		text: ranges.replaceAll(',', ', '),
		pattern: new RegExp(`^(?:${patterns.join('|')})$`),
	};
}

export interface CallingCode {
	code: string;
	trunk: RegExp | undefined;
	/** Whether a leading 0 always belongs to the number. */
	keepsZero: boolean;
	/** Whether it may begin with 0 without the trunk prefix. */
	mayBeginWithZero: boolean;
	/** Whether all numbers except mobiles begin with 0. */
	needsZero: boolean;
	any: Lengths;
	mobile: Lengths | undefined;
	mobileStart: RegExp;
}

const callingCodes = new Map(
	callingCodeTable.map(([, code = '', trunk = '', any = '', mobile = '', start = '']) => {
		const keepsZero = trunk === 'needed' || trunk === 'kept';
		const country: CallingCode = {
			code,
			trunk: keepsZero || trunk === 'none' ? undefined : new RegExp(`^(?:${trunk})`),
			keepsZero,
			// A trunk prefix with exceptions leaves those numbers their 0.
			mayBeginWithZero: keepsZero || trunk.startsWith('0(?!'),
			needsZero: trunk === 'needed',
			any: lengthsOf(any),
			mobile: mobile === '-' ? undefined : lengthsOf(mobile),
			mobileStart: new RegExp(`^(?:${start})`),
		};
		return [code, country] as const;
	}),
);

/** The calling code at the start of digits. No code is the start of another. */
export function callingCodeIn(digits: string): CallingCode | undefined {
	return (
		callingCodes.get(digits.slice(0, 1)) ??
		callingCodes.get(digits.slice(0, 2)) ??
		callingCodes.get(digits.slice(0, 3))
	);
}

export function lengthsFor(kind: 'any' | 'mobile', { any, mobile = any }: CallingCode): Lengths {
	return kind === 'mobile' ? mobile : any;
}

export function withoutTrunk(digits: string, { trunk }: CallingCode): string {
	return trunk ? digits.replace(trunk, '') : digits;
}

/** Whether digits without the code are a mobile number, the kind most people have. */
export function isMobile(digits: string, { mobile, mobileStart }: CallingCode): boolean {
	if (!mobile?.pattern.test(digits)) return false;
	// If all have the same length, some have unlisted first digits.
	return /^\d+$/.test(mobile.text) || mobileStart.test(digits);
}
