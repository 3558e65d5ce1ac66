// ofetch's helpers for lenient JSON (destr) and for putting addresses together (ufo) weigh 1.6 kB in the login page, and
// client.ts does both by itself
const unused = (): never => {
  throw new Error('Fill the address and parse the answer as core/client.ts does')
}

export { unused as default, unused as withBase, unused as withQuery }
