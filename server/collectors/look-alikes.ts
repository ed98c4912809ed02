/**
 * Which names look the same (N3): the confusable characters of Unicode (UTS 39), and what a glance does not see: upper
 * or lower case, spaces, punctuation, marks on letters, the tone of an emoji.
 */
import { hash } from 'node:crypto';
import confusables from 'unhomoglyph/data.json' with { type: 'json' };
import { isReservedShape } from '#rules/collectors.ts';
import { ADMIN_NAMES, ADMIN_WORDS, FILLER_WORDS } from '#rules/kept-names.ts';

const SEPARATORS = /[\p{Z}\p{P}\p{Sk}]+/gu;
const ONLY_SEPARATORS = /^[\p{Z}\p{P}\p{Sk}]+$/u;
/**
 * Small capitals, which the table takes for nothing Latin, and small Cyrillic letters of their form, which it takes for
 * them.
 */
const SMALL_CAPITALS = new Map(
  'ᴀa ʙb ᴅd ᴇe ꜰf ɢg ʜh ᴊj ĸk ʟl ᴍm ʍm ɴn ᴘp ꞯq ʀr ᴛt'
    .split(' ')
    .map(([capital, letter]) => [capital, letter] as [string, string]),
);
/** Letters stay letters, as the Hebrew yod, which looks like a mere stroke, and separators stay separators. */
const PROTOTYPES = new Map<string, string>([
  ...Object.entries(confusables)
    .filter(
      ([character, looks]) =>
        !ONLY_SEPARATORS.test(character) &&
        !(/^\p{Lo}/u.test(character) && ONLY_SEPARATORS.test(looks)),
    )
    .map(([character, looks]): [string, string] => [character, SMALL_CAPITALS.get(looks) ?? looks]),
  ...SMALL_CAPITALS,
]);
/** Blank ones too, which older versions allowed. */
const UNSEEN =
  /[\p{Default_Ignorable_Code_Point}\p{Emoji_Modifier}\u2800\ufffc\u{1d159}\u{13441}\u{13442}]/gu;
/** Not on letters whose marks are other letters, as in Hindi, Hebrew or Japanese. */
const MARKS =
  /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}])[\p{Mn}\p{Me}]+/gu;
/** They would look like a sign that the name was checked. */
const SEALS = /[✓✔☑✅🗸®©℗]/gu;
/** Their order on the screen is not their order in the text. */
const RIGHT_TO_LEFT =
  '\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}';
const HAS_RIGHT_TO_LEFT = new RegExp(`[${RIGHT_TO_LEFT}]`, 'u');
const RUNS = new RegExp(`[${RIGHT_TO_LEFT}]+|\\p{N}+|[^${RIGHT_TO_LEFT}\\p{N}]+`, 'gu');
/** Enough for every character; a bound all the same. */
const MOST_PASSES = 6;

/** Each character as the one it looks like. */
function prototypes(text: string): string {
  let looks = '';
  for (const character of text) looks += PROTOTYPES.get(character) ?? character;
  return looks;
}

function skeleton(text: string): string {
  const letters = prototypes(text.normalize('NFD').replace(UNSEEN, '')).normalize('NFD');
  return letters.replace(MARKS, '');
}

/** I and l look the same, I and i are the same: so i and l must not tell two names apart. */
const caseFolded = (text: string): string =>
  text.toUpperCase().toLowerCase().replaceAll('i', 'l').replaceAll('ς', 'σ');

function lookOf(text: string): string {
  let look = skeleton(text);
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const next = skeleton(caseFolded(look));
    if (next === look) break;
    look = next;
  }
  return look;
}

/** The parts of different direction, which can look the same in two orders. */
function partsOf(text: string): string[] {
  return text.replaceAll(/[\p{Z}\p{P}\p{Sm}]+/gu, '').match(RUNS) ?? [text];
}

/** As it is written, where an alef looks like an l; and with its parts of different direction in an order of their own. */
function looksOf(name: string): string[] {
  const text = name.replace(SEALS, '');
  const ways = HAS_RIGHT_TO_LEFT.test(text) ? [[text], partsOf(text)] : [[text]];
  return ways.map((parts) => {
    const look = parts.map(lookOf).sort().join('');
    return look.replace(SEPARATORS, '').replaceAll('vv', 'w') || look || name;
  });
}

/**
 * Two names look the same when they share a key: one as the name is written, and one as it is in lower case, which
 * differs where capitals look like letters of another script. Of a fixed length, for a database.
 */
export function lookAlikeKeys(name: string): string[] {
  const looks = new Set([...looksOf(name), ...looksOf(name.toLowerCase())]);
  return [...looks].map((look) => hash('sha256', look, 'base64url')).sort();
}

/** Letters in dark circles and boxes, and those that flags are made of. To NFKC and UTS 39 they are no letters. */
const BOXED = /[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}]/gu;
const unboxed = (text: string): string =>
  text.replace(BOXED, (sign) => {
    const code = sign.codePointAt(0)!;
    const a = [0x1f1e6, 0x1f170, 0x1f150].find((first) => code >= first)!;
    return String.fromCharCode(65 + code - a);
  });

/** From A to Z as generators of "fancy text" write them: to UTS 39 most of these look like nothing Latin. */
const FANCY_ALPHABETS = [
  'ᗩᗷᑕᗪEᖴGᕼIᒍKᒪᗰᑎOᑭᑫᖇᔕTᑌᐯᗯ᙭Yᘔ',
  'ΛBCDΣFGΉIJKᄂMПӨPQЯƧƬЦVЩXYZ',
  'ДБСDЄFGНІJКLМИОРQЯЅТЦVШХУZ',
  '₳฿₵ĐɆ₣₲ⱧłJ₭Ⱡ₥₦Ø₱QⱤ₴₮ɄV₩ӾɎⱫ',
  '卂乃匚ᗪ乇千Ꮆ卄丨フҜㄥ爪几ㄖ卩Ɋ尺丂ㄒㄩᐯ山乂ㄚ乙',
  'ąɓƈđεƒɠɧïʝķłɱŋσþqŗşŧųvщхγʐ',
];
/** Digits and signs that are often written for letters. In the keys of a name they are themselves. */
const AS_LETTERS = new Map<string, string>([
  ...FANCY_ALPHABETS.flatMap((all) =>
    [...all].map((sign, at): [string, string] => [sign, String.fromCharCode(97 + at)]),
  ),
  ...['4a', '@a', '3e', '5s', '$s', '7t', '!i'].map(([a, b]) => [a, b] as [string, string]),
]);
const spelled = (text: string): string =>
  [...text].map((sign) => AS_LETTERS.get(sign) ?? sign).join('');

const oneOf = (...words: readonly string[]): string =>
  words
    .flatMap(looksOf)
    .sort((a, b) => b.length - a.length)
    .join('|');
const ADMIN_WORD = new RegExp(`^(?:${oneOf(...ADMIN_WORDS)})$`);
/** Nothing but these words in a row, one of them the admin's. */
const ADMIN_ROW = new RegExp(
  `^(?=.*(?:${oneOf(...ADMIN_WORDS, ...ADMIN_NAMES)}))` +
    `(?:${oneOf(...ADMIN_WORDS, ...ADMIN_NAMES, ...FILLER_WORDS)})+$`,
);

/** Whether a name looks like one that is kept for the admin. */
export function isAdminName(given: string): boolean {
  const name = unboxed(given);
  return [name, spelled(name), name.replace(/\p{N}+/gu, ' ')].some(
    (text) =>
      text
        .split(/[\p{Z}\p{P}\p{S}]+/u)
        .some((word) => looksOf(word).some((look) => ADMIN_WORD.test(look))) ||
      looksOf(text).some((look) => ADMIN_ROW.test(look)),
  );
}

/** To UTS 39 these look like no x. */
const CROSSES = /[✕✖✗✘❌❎]/gu;

/** Marks drawn below an r or a space, where a label has its line. */
const LOW_LINES = /(?<=[r\p{Z}])[\u0320\u0331-\u0333\u0347\u035f]+/giu;

/** Whether a name looks like a default label or an address, in whatever letters (N2). */
export function looksReserved(given: string): boolean {
  // Without what joins an emoji: the rest of it is signs, which may stand around.
  const name = unboxed(given).replace(CROSSES, 'x').normalize('NFD').replace(UNSEEN, '');
  const letters = [...name].map((one) => (one > '~' ? prototypes(one) : one));
  const text = letters.join('').replace(LOW_LINES, '_').replace(MARKS, '');
  // Of an address, letters that look like its digits; a word of such letters has no digit.
  const digits = /\d/.test(name) ? text.replace(/o/gi, '0').replace(/[il|]/gi, '1') : text;
  return isReservedShape(text) || isReservedShape(digits);
}
