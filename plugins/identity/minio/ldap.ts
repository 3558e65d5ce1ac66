import type { Socket } from 'node:net'
import { type ConnectionOptions, connect as secured } from 'node:tls'
import { Client, FilterParser, ResultCodeError } from 'ldapts'
import { Failure } from 'stowage'
import type { Outbound } from 'stowage/server'
import * as messages from '../messages.ts'

/** Address and encryption of a directory. `once asked` is StartTLS. */
export type DirectoryAddress = {
  address: string
  encrypted: 'from the start' | 'once asked' | 'never'
  certificate: 'trusted' | 'any'
}

/** A connection to a directory. Methods throw `Failure` with the directory's error. */
export type Connection = {
  bind(name: string, password: string): Promise<void>
  /** Names of matching entries, up to a limit; `here` searches only the base itself. */
  search(base: string, scope: 'here' | 'below', filter: string): Promise<string[]>
  close(): void
}

/** Timeout of one operation in ms, and size limit of all responses in bytes. */
const [TIMEOUT, MAX_RESPONSE] = [8000, 256 * 1024]

/** Size limit of a search, in entries. */
const MAX_ENTRIES = 20

const failed = (message: string, detail?: string) => new Failure(400, message, { detail })

/** Messages for LDAP result codes (RFC 4511, appendix A). */
const resultTexts: Readonly<Record<number, string>> = {
  8: 'the directory requires stronger authentication',
  13: messages.directoryRequiresTls,
  32: 'there is no such entry',
  34: messages.dnInvalid,
  48: messages.dnMayNotSignIn,
  49: messages.dnOrPasswordWrong,
  50: 'the permissions are not sufficient',
  53: messages.directoryLacksSupport,
}

/** Closes a connection that delivers more than the limit. */
const limitSize = <S extends Socket>(socket: S): S => {
  let received = 0
  socket.on('data', ({ length }: Buffer) => {
    received += length
    if (received > MAX_RESPONSE) socket.destroy(new Error('its response is too large'))
  })
  return socket
}

const encryptedOver = ((options: ConnectionOptions) => limitSize(secured(options))) as typeof secured

const translateErrors = async <Answer>(operation: Promise<Answer>): Promise<Answer> => {
  try {
    return await operation
  } catch (error) {
    if (error instanceof ResultCodeError)
      throw failed(resultTexts[error.code] ?? messages.directoryResultCode(error.code), error.message)
    throw failed(messages.notLdapServer, (error as Error).message)
  }
}

/** Escapes a text for use as a value in a filter (RFC 4515). */
export const escaped = (text: string) =>
  text.replace(/[\\*()\0]/g, (character) => `\\${character.charCodeAt(0).toString(16).padStart(2, '0')}`)

/** Connects to a directory through the outbound guard. Throws `Failure`. */
export const openDirectory = async (
  outbound: Outbound,
  { address, encrypted, certificate }: DirectoryAddress,
): Promise<Connection> => {
  const host = /:\d+$/.test(address) ? address : `${address}:${encrypted === 'from the start' ? 636 : 389}`
  const url = new URL(`${encrypted === 'from the start' ? 'https' : 'http'}://${host}`)
  const socket = limitSize(await outbound.connect(url.href, { field: 'server_addr', deadline: TIMEOUT, certificate }))
  const client = new Client({
    // connected, with or without encryption
    url: `ldap://${url.host}`,
    timeout: TIMEOUT,
    strictDN: false,
    createConnection: () => socket,
    createSecureConnection: encryptedOver,
  })
  const close = () => void socket.destroy()
  if (encrypted === 'once asked') {
    await translateErrors(
      client.startTLS({ servername: url.hostname, rejectUnauthorized: certificate === 'trusted' }),
    ).catch((error: unknown) => {
      close()
      throw error
    })
  }
  return {
    bind: (name, password) => translateErrors(client.bind(name, password)),
    search: async (base, scope, filter) => {
      const parenthesized = filter.trim().startsWith('(') ? filter.trim() : `(${filter.trim()})`
      try {
        // parentheses in values are escaped; the parser accepts a missing one at the end
        if (parenthesized.split('(').length !== parenthesized.split(')').length)
          throw new Error('brackets do not match')
        FilterParser.parseString(parenthesized)
      } catch (error) {
        throw failed(messages.filterInvalid(filter), (error as Error).message)
      }
      const limits = { sizeLimit: MAX_ENTRIES, timeLimit: TIMEOUT / 1000 }
      // no attributes, only names
      const { searchEntries } = await translateErrors(
        client.search(base, {
          scope: scope === 'here' ? 'base' : 'sub',
          filter: parenthesized,
          attributes: ['1.1'],
          ...limits,
        }),
      )
      return searchEntries.map(({ dn }) => dn)
    },
    close,
  }
}
