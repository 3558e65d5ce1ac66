import { useMissingFeature } from 'stowage/web'

/** Features that users of this storage lack, each with the reason. */
export const useMissingParts = () => ({
  roles: useMissingFeature('roles'),
  groups: useMissingFeature('groups'),
  policies: useMissingFeature('policies'),
  status: useMissingFeature('account-status'),
  accessKeys: useMissingFeature('access-keys'),
  passwords: useMissingFeature('passwords'),
})
