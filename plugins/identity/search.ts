import KeyRound from 'lucide-react/icons/key-round'
import User from 'lucide-react/icons/user'
import Users from 'lucide-react/icons/users'
import { call, type Search } from 'stowage/web'
import { Failure, encodeSegment } from 'stowage'
import { identity, titleOf } from './contract.ts'

export const users: Search = async (text, signal) => {
  const { found, more } = await call(identity.findUsers, { query: { text } }, { signal })
  return {
    hits: found.map(({ accessKey, status }) => ({
      label: accessKey,
      hint: status === 'enabled' ? 'Enabled' : 'Disabled',
      icon: User,
      to: `/users/${encodeSegment(accessKey)}`,
    })),
    all: !more,
  }
}

export const groups: Search = async (text, signal) => {
  const { found, more } = await call(identity.findGroups, { query: { text } }, { signal })
  return { hits: found.map((name) => ({ label: name, icon: Users, to: `/groups/${encodeSegment(name)}` })), all: !more }
}

const none = (error: unknown) => {
  if (error instanceof Failure && error.status === 403) return { found: [], more: false }
  throw error
}

/** Service accounts of other users, linked to the user's page; none without the permission to list them. */
export const othersAccounts: Search = async (text, signal) => {
  const { found, more } = await call(identity.findOthersAccounts, { query: { text } }, { signal }).catch(none)
  return {
    hits: found.map(({ user, ...account }) => ({
      label: titleOf(account),
      hint: user,
      icon: KeyRound,
      to: `/users/${encodeSegment(user)}?tab=service-accounts&search=${encodeURIComponent(account.accessKey)}`,
    })),
    all: !more,
  }
}

/** The account's own service accounts. */
export const accounts: Search = async (text, signal) => {
  const { found, more } = await call(identity.findAccounts, { query: { text } }, { signal })
  return {
    hits: found.map((account) => ({
      label: titleOf(account),
      icon: KeyRound,
      to: `/account?search=${encodeURIComponent(account.accessKey)}`,
    })),
    all: !more,
  }
}
