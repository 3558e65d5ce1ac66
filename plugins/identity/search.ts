import KeyRound from 'lucide-react/icons/key-round'
import User from 'lucide-react/icons/user'
import Users from 'lucide-react/icons/users'
import { call, type Search } from 'stowage/web'
import { Failure, encodeSegment } from 'stowage'
import { identity, titleOf } from './contract.ts'

export const users: Search = async (text, signal) => {
  const { results, hasMore } = await call(identity.findUsers, { query: { text } }, { signal })
  return {
    hits: results.map(({ accessKey, status }) => ({
      label: accessKey,
      hint: status === 'enabled' ? 'Enabled' : 'Disabled',
      icon: User,
      to: `/users/${encodeSegment(accessKey)}`,
    })),
    all: !hasMore,
  }
}

export const groups: Search = async (text, signal) => {
  const { results, hasMore } = await call(identity.findGroups, { query: { text } }, { signal })
  return {
    hits: results.map((name) => ({ label: name, icon: Users, to: `/groups/${encodeSegment(name)}` })),
    all: !hasMore,
  }
}

const none = (error: unknown) => {
  if (error instanceof Failure && error.status === 403) return { results: [], hasMore: false }
  throw error
}

/** Service accounts of other users, linked to the user's page; none without the permission to list them. */
export const othersAccounts: Search = async (text, signal) => {
  const { results, hasMore } = await call(identity.findOthersAccounts, { query: { text } }, { signal }).catch(none)
  return {
    hits: results.map(({ user, ...account }) => ({
      label: titleOf(account),
      hint: user,
      icon: KeyRound,
      to: `/users/${encodeSegment(user)}?tab=service-accounts&search=${encodeURIComponent(account.accessKey)}`,
    })),
    all: !hasMore,
  }
}

/** The account's own service accounts. */
export const accounts: Search = async (text, signal) => {
  const { results, hasMore } = await call(identity.findAccounts, { query: { text } }, { signal })
  return {
    hits: results.map((account) => ({
      label: titleOf(account),
      icon: KeyRound,
      to: `/account?search=${encodeURIComponent(account.accessKey)}`,
    })),
    all: !hasMore,
  }
}
