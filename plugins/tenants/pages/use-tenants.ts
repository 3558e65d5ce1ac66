import { useCall, useLiveList } from 'stowage/web'
import { tenants } from '../contract.ts'
import { changed } from './apply-change.ts'

/** Live list of tenants: loads it once, then follows changes from its resource version. */
export const useTenants = () =>
  useLiveList(useCall(tenants.list), tenants.changes, {
    rows: (list) => list.tenants ?? [],
    applyChange: changed,
    feedInput: ({ version = '' }) => [{ query: { since: version } }],
  })
