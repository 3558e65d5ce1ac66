export * as account from './account.tsx'
export * as groups from './groups.tsx'
export * as user from './user.tsx'
export * as users from './users.tsx'
