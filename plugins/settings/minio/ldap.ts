import type { Socket } from 'node:net'
import { connect as secured } from 'node:tls'
import { Failure } from '../../../core/failure.ts'
import type { Outbound } from '../../../engines/outbound/outbound.ts'
import { boolean, integer, octets, type Read, readAll, readOne, tlv } from './ber.ts'
import { filterOf } from './ldap-filter.ts'

/** Where a directory is, and how it is spoken to. */
export type Place = { address: string; encrypted: 'from the start' | 'once asked' | 'never'; certificate: 'trusted' | 'any' }

/** A connection to a directory. Its methods throw `Failure`, saying what the directory answered. */
export type Connection = {
  bind(name: string, password: string): Promise<void>
  /** The names of what is found, a few at most; of the base itself with `here`. */
  search(base: string, scope: 'here' | 'below', filter: string): Promise<string[]>
  close(): void
}

/** In ms for one answer, and in bytes for all that was not taken yet. */
const [PATIENCE, MOST] = [8000, 256 * 1024]

/** So many entries are asked for. */
const ENTRIES = 20

const START_TLS = '1.3.6.1.4.1.1466.20037'

const failed = (message: string, detail?: string) => new Failure(400, message, detail)

/** What a result says beside 0, which is success (RFC 4511, appendix A); 4 is that there was more than asked for. */
const words: Readonly<Record<number, string>> = {
  4: '',
  8: 'the directory wants a stronger way of signing in',
  13: 'the directory wants an encrypted connection',
  32: 'there is no such entry',
  34: 'this is no name of an entry',
  48: 'the directory does not let this name sign in',
  49: 'the name or the password is wrong',
  50: 'the rights do not suffice',
  53: 'the directory does not do this',
}

const assertDone = ({ body }: Read) => {
  const [code, , message] = readAll(body)
  const result = code?.body.readUIntBE(0, code.body.length) ?? 0
  const said = message?.body.toString() ?? ''
  if (result === 0 || words[result] === '') return
  throw failed(words[result] ?? `the directory refuses it with result ${result}`, said || undefined)
}

/** Sends requests over a socket one after the other, and gives their answers up to the one that ends them. */
const conversation = (first: Socket) => {
  let socket = first
  let last = 0
  let gathered = Buffer.alloc(0)
  let wake = () => {}
  let ended: Error | undefined
  const hear = (from: Socket) =>
    from
      .on('data', (chunk: Buffer) => {
        gathered = Buffer.concat([gathered, chunk])
        if (gathered.length > MOST) from.destroy(new Error('its answer is too long'))
        wake()
      })
      .on('error', (error) => {
        ended = error
        wake()
      })
      .on('close', () => {
        ended ??= new Error('it has closed the connection')
        wake()
      })
  hear(socket)

  const next = async (): Promise<Read> => {
    const late = setTimeout(() => socket.destroy(new Error(`nothing came within ${PATIENCE / 1000} s`)), PATIENCE)
    try {
      for (;;) {
        const found = readOne(gathered)
        if (found) {
          gathered = Buffer.from(found.rest)
          return found.value
        }
        if (ended) throw ended
        await new Promise<void>((resolve) => (wake = resolve))
      }
    } catch (error) {
      throw failed('the directory does not answer as one does', (error as Error).message)
    } finally {
      clearTimeout(late)
    }
  }

  return {
    ask: async (request: Buffer, end: number): Promise<Read[]> => {
      last += 1
      socket.write(tlv(0x30, integer(last), request))
      const answers: Read[] = []
      for (;;) {
        const [, answer] = readAll((await next()).body)
        if (!answer) throw failed('the directory does not answer as one does')
        answers.push(answer)
        if (answer.tag === end) return answers
      }
    },
    /** Goes on over TLS. */
    secure: async (host: string, certificate: Place['certificate']) => {
      socket.removeAllListeners()
      const plain = socket
      socket = await new Promise<Socket>((resolve, reject) => {
        const over = secured({ socket: plain, servername: host, rejectUnauthorized: certificate === 'trusted' }, () => resolve(over)).once('error', reject)
      }).catch((error: Error) => {
        plain.destroy()
        throw failed('the connection cannot be encrypted', error.message)
      })
      hear(socket)
    },
    close: () => socket.destroy(),
  }
}

/** Connects to a directory through the guard. Throws `Failure`. */
export const openDirectory = async (outbound: Outbound, { address, encrypted, certificate }: Place): Promise<Connection> => {
  const host = /:\d+$/.test(address) ? address : `${address}:${encrypted === 'from the start' ? 636 : 389}`
  const url = `${encrypted === 'from the start' ? 'https' : 'http'}://${host}`
  const talk = conversation(await outbound.connect(url, { field: 'server_addr', deadline: PATIENCE, certificate }))
  try {
    if (encrypted === 'once asked') {
      const [answer] = await talk.ask(tlv(0x77, octets(START_TLS, 0x80)), 0x78)
      if (answer) assertDone(answer)
      await talk.secure(new URL(url).hostname, certificate)
    }
  } catch (error) {
    talk.close()
    throw error
  }
  return {
    bind: async (name, password) => {
      const [answer] = await talk.ask(tlv(0x60, integer(3), octets(name), octets(password, 0x80)), 0x61)
      if (answer) assertDone(answer)
    },
    search: async (base, scope, filter) => {
      let asked: Buffer
      try {
        asked = filterOf(filter)
      } catch (error) {
        throw failed(`the filter ${filter} cannot be read`, (error as Error).message)
      }
      const what = [octets(base), integer(scope === 'here' ? 0 : 2, 0x0a), integer(0, 0x0a), integer(ENTRIES), integer(PATIENCE / 1000), boolean(false), asked]
      // no attributes, only names
      const answers = await talk.ask(tlv(0x63, ...what, tlv(0x30, octets('1.1'))), 0x65)
      const end = answers.at(-1)
      if (end) assertDone(end)
      return answers.filter(({ tag }) => tag === 0x64).map(({ body }) => readAll(body)[0]?.body.toString() ?? '')
    },
    close: talk.close,
  }
}
