const sixteen = '0123456789abcdef'

/** Keys that are difficult in an address, a header, a page or a shell, each at most 1,024 bytes. */
export const hostileKeys = [
  '\u202Egnp.exe',
  'line\r\nbreak: yes',
  'tab\tand\u0001control',
  `"quotes" 'and' \`more\``,
  '100%25',
  '100%',
  'a+b c',
  '🦊/🦊🏽.txt',
  'e\u0301 and é',
  sixteen.repeat(64),
  '..',
  '.',
  '../../etc/passwd',
  'a/../b',
  'a/./b',
  'a//b',
  '/leading',
  '//twice',
  '__proto__',
  'constructor/prototype',
  '<img src=x onerror=alert(1)>',
  '?query=1&more#hash',
  'back\\slash',
  ' spaces around ',
  'semi;colon,comma=equals@at:colon',
  '..~',
  '~',
  'CON',
]

const alphabet = [
  '/',
  '.',
  '..',
  '%',
  '%2F',
  '%2e',
  '+',
  ' ',
  '~',
  '#',
  '?',
  '&',
  '\\',
  '"',
  '<',
  'a',
  'Z',
  'é',
  '🦊',
  '\u202E',
  '\n',
  '__proto__',
]

/** Returns `count` keys built from awkward pieces, the same ones in every run. */
export const randomKeys = (count: number) => {
  let seed = 20261121
  const next = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31
    return Math.floor((seed / 2 ** 31) * below)
  }
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + next(8) }, () => alphabet[next(alphabet.length)]).join(''),
  )
}
