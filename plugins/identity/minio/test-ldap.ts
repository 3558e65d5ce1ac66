import { Failure, type TestSection } from 'stowage'
import { runChecks } from 'stowage/server'
import { type Connection, escaped, openDirectory, type DirectoryAddress } from './ldap.ts'
import * as messages from '../messages.ts'

type Values = Readonly<Record<string, string>>

const addressOf = ({
  server_addr = '',
  server_insecure,
  server_starttls,
  tls_skip_verify,
}: Values): DirectoryAddress => ({
  address: server_addr,
  encrypted: server_starttls === 'on' ? 'once asked' : server_insecure === 'on' ? 'never' : 'from the start',
  certificate: tls_skip_verify === 'on' ? 'any' : 'trusted',
})

const encryptionTexts = { 'from the start': 'over TLS', 'once asked': 'with StartTLS', never: 'unencrypted' } as const

/**
 * Signs in as a MinIO server would, from the console: connects, binds as the reader, finds the user, signs in as them
 * and reads their groups. `lookup_bind_password` is absent if the console does not have it.
 */
const testDirectory: TestSection = async (values, { outbound, user, password }) => {
  const server = addressOf(values)
  const {
    lookup_bind_dn: reader = '',
    lookup_bind_password: secret,
    user_dn_search_base_dn: bases = '',
    user_dn_search_filter: filter = '',
  } = values
  const { group_search_base_dn: groupBases = '', group_search_filter: groupFilter = '' } = values
  const open: Connection[] = []
  const connect = async () => {
    const connection = await openDirectory(outbound, server)
    open.push(connection)
    return connection
  }
  let directory: Connection | undefined
  let userDn: string | undefined
  const requireConnection = () => {
    if (!directory) throw new Failure(400, 'there is no connection')
    return directory
  }
  const withUser = (text: string) => text.replaceAll('%s', escaped(user)).replaceAll('%d', escaped(userDn ?? ''))
  const searchAll = async (searchBases: string, text: string) => {
    const names: string[] = []
    for (const base of searchBases
      .split(';')
      .map((one) => one.trim())
      .filter(Boolean))
      names.push(...(await requireConnection().search(base, 'below', withUser(text))))
    return [...new Set(names)]
  }
  try {
    return await runChecks([
      {
        title: 'The directory accepts connections',
        act: async () => {
          directory = await connect()
          return `${server.address}, ${encryptionTexts[server.encrypted]}`
        },
      },
      {
        title: messages.lookupBindStep,
        unless: reader === '' ? messages.noLookupBindDn : secret === undefined && messages.passwordOnlyOnServer,
        act: async () => {
          await requireConnection().bind(reader, secret ?? '')
          return reader
        },
      },
      {
        title: messages.userSearchBaseStep,
        unless: bases === '' && messages.noUserSearchBase,
        act: async () => {
          for (const base of bases
            .split(';')
            .map((one) => one.trim())
            .filter(Boolean))
            await requireConnection().search(base, 'here', '(objectClass=*)')
          return bases
        },
      },
      {
        title: 'The user is found (search)',
        unless:
          (user === '' && messages.userNameRequired) || ((bases === '' || filter === '') && messages.userSearchNotSet),
        act: async () => {
          const [first, ...others] = await searchAll(bases, filter)
          if (first === undefined) throw new Failure(400, `no entry matches ${withUser(filter)}`)
          if (others.length > 0)
            throw new Failure(400, messages.filterMatchesSeveral(withUser(filter), others.length + 1))
          userDn = first
          return first
        },
      },
      {
        title: 'The user signs in (bind)',
        unless: (user === '' || password === '') && messages.credentialsRequired,
        act: async () => {
          await (await connect()).bind(userDn ?? '', password)
          return undefined
        },
      },
      {
        title: messages.groupSearchStep,
        unless:
          user === ''
            ? messages.userNameRequiredForGroups
            : (groupBases === '' || groupFilter === '') && messages.groupSearchNotSet,
        act: async () => (await searchAll(groupBases, groupFilter)).join('; ') || 'none',
      },
    ])
  } finally {
    for (const connection of open) connection.close()
  }
}

export default testDirectory
