import { Muted, Row } from 'stowage/ui'
import { count, counted, displayName } from 'stowage'
import type { Effects } from '../../access.ts'
import { short } from '../action-groups.ts'
import * as styles from './effects.css.ts'
import type { EffectsState } from './use-effects.ts'
import { UnknownEffects } from './unknown-effects.tsx'
import * as messages from '../../messages.ts'

export type Change = Effects['changes'][number]

const account = { one: 'account', many: 'accounts' }
const signs = { gained: '+', lost: '−', changed: '±' } as const

/** One permission that an account gains or loses. */
export const ChangeLine = ({ of }: { of: Change }) => {
  const { kind, actions, resource, accounts, overriddenPolicies } = of
  const isStorage = actions.some((action) => action === '*' || action.startsWith('s3:'))
  return (
    <Row as="li" gap={3} align="stretch" shrink className={styles.right}>
      <span className={styles.sign[kind]} aria-label={kind} role="img">
        {signs[kind]}
      </span>
      <span>
        {actions.slice(0, 4).map(short).join(', ')}
        {actions.length > 4 && ` and ${count(actions.length - 4)} more`}
        {isStorage && (
          <>
            {' on '}
            <span className={styles.mono}>{displayName(resource === '*' ? 'all buckets' : resource)}</span>
          </>
        )}
        , for {counted(accounts, account)}
        {overriddenPolicies.length > 0 && `. It overrules ${overriddenPolicies.map(displayName).join(', ')}`}
      </span>
    </Row>
  )
}

/** Most lines of each kind in the strip. */
const MAX_LINES = 2

const Changes = ({ title, of, none }: { title: string; of: readonly Change[]; none: string }) => (
  <>
    <Muted as="h2">{title}</Muted>
    {of.length === 0 && <p className={styles.note}>{none}</p>}
    <ul>
      {of.slice(0, MAX_LINES).map((change, at) => (
        <ChangeLine key={at} of={change} />
      ))}
    </ul>
    {of.length > MAX_LINES && <p className={styles.note}>and {count(of.length - MAX_LINES)} more</p>}
  </>
)

/** Who has the policy: the number of users directly, and of groups. */
export const reachOf = ({ accounts, users, groups }: Effects) => {
  const throughGroups = accounts - users.length
  const parts = [
    users.length > 0 && `${count(users.length)} directly`,
    throughGroups > 0 && `${count(throughGroups)} through ${counted(groups.length, { one: 'group', many: 'groups' })}`,
  ]
  return parts.filter(Boolean).join(', ')
}

/** Effects of an unsaved change: the accounts affected, and the permissions they gain and lose. */
export const EffectsStrip = ({
  of: { effects, failure, working },
  changed,
}: {
  of: EffectsState
  changed: boolean
}) => {
  const className = styles.look[working ? 'before' : 'now']
  const changes = effects?.changes ?? []
  const of = (kind: Change['kind']) => changes.filter((change) => change.kind === kind)
  return (
    <section className={styles.strip} aria-label="Effects of this change" aria-busy={working}>
      <div className={className}>
        <Muted as="h2">Effects of this change</Muted>
        {!changed ? (
          <p className={styles.note}>Nothing changes.</p>
        ) : failure ? (
          <UnknownEffects failure={failure} />
        ) : !effects ? (
          <p className={styles.note}>Calculating…</p>
        ) : (
          <>
            <p className={styles.value}>
              {effects.accounts === 0 ? 'Reaches nobody' : `Affects ${counted(effects.accounts, account)}`}
            </p>
            <p className={styles.note}>{effects.accounts === 0 ? messages.policyWithoutAccounts : reachOf(effects)}</p>
            {effects.partial && <p className={styles.note}>{messages.comparisonIncomplete}</p>}
          </>
        )}
      </div>
      {changed && effects && effects.accounts > 0 && (
        <>
          <div className={className}>
            <Changes title="Rights gained" of={of('gained')} none="None." />
          </div>
          <div className={className}>
            <Changes title="Rights lost" of={of('lost')} none="None." />
          </div>
          {of('changed').length > 0 && (
            <div className={className}>
              <Changes title="Changed conditions" of={of('changed')} none="" />
            </div>
          )}
        </>
      )}
    </section>
  )
}
