import { Transform } from 'node:stream'
import { Failure } from '../core/protocol/failure.ts'

/** Path traversal in any encoding, since a proxy on the way may resolve it. */
const traversal = /(^|[/\\])\.{1,2}([/\\]|$)/

/** Throws `Failure` 400 for an address whose path could leave the one that a proxy gave to the console. */
export const assertNoTraversal = (address: string) => {
  const [path = ''] = address.split('?')
  try {
    if (!traversal.test(decodeURIComponent(path))) return
  } catch {
    // an invalid encoding is no traversal
  }
  throw new Failure(400, 'the address is not valid')
}

/** Stream transform that removes every occurrence of a text. */
export const removeText = (text: string) => {
  let rest = ''
  return new Transform({
    transform: (chunk: Buffer, _, done) => {
      const clean = (rest + chunk.toString('latin1')).replaceAll(text, '')
      // an occurrence may span two chunks
      const cut = Math.max(0, clean.length - text.length + 1)
      rest = clean.slice(cut)
      done(undefined, Buffer.from(clean.slice(0, cut), 'latin1'))
    },
    flush: (done) => done(undefined, Buffer.from(rest, 'latin1')),
  })
}
