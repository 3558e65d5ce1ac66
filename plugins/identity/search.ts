import KeyRound from 'lucide-react/icons/key-round'
import User from 'lucide-react/icons/user'
import Users from 'lucide-react/icons/users'
import { segment } from '../../core/location.ts'
import type { Search } from '../../core/plugin.ts'
import { identity } from './contract.ts'

/** All users. */
export const users: Search = async (_text, _signal, ask) => {
  const { users } = await ask(identity.users)
  return {
    hits: users.map(({ accessKey, status }) => ({
      label: accessKey,
      hint: status === 'enabled' ? 'Enabled' : 'Disabled',
      icon: User,
      to: `/users/${segment(accessKey)}`,
    })),
  }
}

/** All groups. */
export const groups: Search = async (_text, _signal, ask) => {
  const { groups } = await ask(identity.groups)
  return { hits: groups.map((name) => ({ label: name, icon: Users, to: `/groups/${segment(name)}` })) }
}

/** The account's own service accounts, by the name that they were given and by access key. */
export const accounts: Search = async (_text, _signal, ask) => {
  const accounts = await ask(identity.accountDetails)
  return {
    hits: accounts.map(({ accessKey, name }) => ({
      label: name ? `${name}, ${accessKey}` : accessKey,
      icon: KeyRound,
      to: `/account?search=${encodeURIComponent(accessKey)}`,
    })),
  }
}
