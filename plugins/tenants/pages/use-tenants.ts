import { useCall } from '../../../core/use-call.ts'
import { useFollowed } from '../../../core/use-followed.ts'
import { tenants } from '../contract.ts'
import { changed } from './changed.ts'

/**
 * The list of tenants, which stays true by itself: from the state on that it is of, the cluster tells what becomes of
 * it.
 */
export const useTenants = () =>
  useFollowed(useCall(tenants.list), tenants.changes, {
    rows: (list) => list.tenants ?? [],
    after: changed,
    from: ({ version = '' }) => [{ query: { since: version } }],
  })
