import { call, showError } from 'stowage/web'
import { displayName } from 'stowage'
import { confirm } from 'stowage/ui'
import { type Tier, tiers } from '../contract.ts'
import { reloadIfMissing } from './missing-tier.ts'
import * as messages from '../messages.ts'

/**
 * Confirms, then removes a tier; if lifecycle rules use it, links to them instead. Resolves to true once removed.
 * `reload` is called if the tier is missing.
 */
export const removeTier = async ({ type, name }: Tier, reload: () => unknown): Promise<boolean> => {
  const params = { type, name }
  try {
    const { buckets, partial } = await call(tiers.uses, { params }).catch(reloadIfMissing(reload))
    const [first] = buckets
    return await confirm({
      title: 'Remove Tier',
      body: (
        <>
          <p>
            This removes <strong>{displayName(name)}</strong>. Other objects in its bucket are kept.
          </p>
          {first && (
            <p>
              Rules of <strong>{buckets.map(displayName).join(', ')}</strong> use this tier: delete them first.
            </p>
          )}
          {partial && <p>{messages.moreRulesPossible}</p>}
        </>
      ),
      ...(first && {
        remedy: { label: 'Open lifecycle rules', href: `/buckets/${encodeURIComponent(first)}/admin/lifecycle` },
      }),
      verb: 'Remove',
      done: messages.tierChanged(displayName(name), 'removed'),
      run: () => call(tiers.remove, { params }).catch(reloadIfMissing(reload)),
    })
  } catch (failure) {
    showError(failure)
    return false
  }
}
