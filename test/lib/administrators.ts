import type { Administrators } from '../../plugins/policies/administrators.ts'

/** Response about who can still manage users and policies: root alone, unless `parts` says otherwise. */
export const administrators = (parts: Partial<Administrators> = {}): Administrators => ({
  before: [],
  after: [],
  conditional: [],
  root: 'on',
  externalAccounts: 'none',
  unreadablePolicies: [],
  ...parts,
})
