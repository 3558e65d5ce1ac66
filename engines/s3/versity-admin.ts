import { Failure } from '../../core/protocol/failure.ts'
import type { Client } from './client.ts'
import { hasCode } from './has-code.ts'
import type { IamAccess } from './iam-access.ts'
import { responseUnreadable } from './messages.ts'
import type { Keys } from './sign.ts'
import { element, elementsIn, unescape } from './xml.ts'

const roles = ['admin', 'userplus', 'user'] as const

/**
 * Role of an account of VersityGW: may do everything; create buckets and use its own; or only use its own and shared
 * buckets.
 */
export type VersityRole = (typeof roles)[number]

export type VersityAccount = { access: string; role: VersityRole }

const isRole = (text: string): text is VersityRole => roles.some((role) => role === text)

/** The response also contains the secret keys of all accounts, so errors do not quote it. */
const accountsIn = (xml: string): VersityAccount[] => {
  const root = elementsIn(xml).find(({ name }) => name === 'ListUserAccountsResult')
  if (!root) throw new Failure(502, responseUnreadable)
  return elementsIn(root.inner)
    .filter(({ name }) => name === 'Accounts')
    .map(({ inner }) => {
      const text = (child: string) => unescape(elementsIn(inner).find(({ name }) => name === child)?.inner ?? '')
      const [access, role] = [text('Access'), text('Role')]
      if (!access || !isRole(role)) throw new Failure(502, responseUnreadable)
      return { access, role }
    })
}

/**
 * Client for the admin API of VersityGW, at the address of S3. It uses the method PATCH only, which no S3 request has.
 * Must not be used on other servers.
 */
export const createVersityAdmin = (client: Client, keys: Keys) => {
  const send = async (name: string, access?: string, body?: string) => {
    const request = { method: 'PATCH', path: `/${name}`, addresses: 'server', query: { access }, body } as const
    return (await client.call({ ...request, repeatable: name === 'list-users' }, keys)).body.toString()
  }

  return {
    /** All accounts except root's, sorted by access key. */
    list: async (): Promise<VersityAccount[]> =>
      accountsIn(await send('list-users')).sort((one, next) => (one.access < next.access ? -1 : 1)),

    /** Throws `XAdminUserExists` for an access key in use. */
    add: async (account: VersityAccount & { secret: string }): Promise<void> => {
      const { access: Access, secret: Secret, role: Role } = account
      await send('create-user', undefined, element('Account', { Access, Secret, Role }))
    },

    /** Throws `XAdminUserNotFound` for an unknown account. */
    update: async (access: string, { secret: Secret, role: Role }: { secret?: string; role?: VersityRole }) =>
      void (await send('update-user', access, element('MutableProps', { Secret, Role }))),

    /** Succeeds for an unknown account. */
    remove: async (access: string): Promise<void> => void (await send('delete-user', access)),
  }
}

export type VersityAdmin = ReturnType<typeof createVersityAdmin>

const actions = ['admin:ListUsers', 'admin:GetUser', 'admin:CreateUser', 'admin:DeleteUser'] as const

/**
 * Asks VersityGW whether the caller may manage accounts, with a read call. The admin API may be at another port, and
 * does not exist for a server with a single account.
 */
export const readVersityAccess = async (admin: VersityAdmin, account: string): Promise<IamAccess> => {
  const features = ['users', 'account-changes', 'roles', 'passwords', 'chosen-keys'] as const
  try {
    const isListed = (await admin.list()).some(({ access }) => access === account)
    return { features, actions, ...(!isListed && { password: 'operator' }) }
  } catch (error) {
    // administrators manage the accounts, also their passwords
    if (hasCode(error, 'XAdminAccessDenied')) return { features: ['users', 'roles'], actions: [] }
    const isRefused = hasCode(error, 'XAdminMethodNotSupported', 'MethodNotAllowed')
    if (!isRefused) throw error
    return { features: [], actions: [] }
  }
}
