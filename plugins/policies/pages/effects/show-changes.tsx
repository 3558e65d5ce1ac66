import { count, counted, displayName } from 'stowage'
import { Badges, Button, Dialog, Diff, Stack } from 'stowage/ui'
import { ChangeLine, reachOf } from './effects-strip.tsx'
import * as styles from './effects.css.ts'
import type { EffectsState } from './use-effects.ts'
import { UnknownEffects } from './unknown-effects.tsx'
import * as messages from '../../messages.ts'

type ShowChangesProps = { before: string; after: string; of: EffectsState; onClose: () => void }

/** Dialog with all changes: a diff of the lines, and the permissions gained and lost. */
export const ShowChanges = ({ before, after, of: { effects, failure, working }, onClose }: ShowChangesProps) => (
  <Dialog title="Changes" size="wide" onClose={onClose} footer={<Button onPress={onClose}>Close</Button>}>
    <Stack gap={3}>
      <Diff before={before} after={after} />
      {working && <p className={styles.note}>Calculating the effects…</p>}
      {!working && failure && <UnknownEffects failure={failure} />}
      {!working && effects?.accounts === 0 && <p className={styles.note}>{messages.policyWithoutAccounts}</p>}
      {!working && effects && effects.accounts > 0 && (
        <>
          <p className={styles.note}>
            {messages.policyReaches(counted(effects.accounts, { one: 'account', many: 'accounts' }), reachOf(effects))}
          </p>
          <Badges
            items={[...effects.users, ...effects.groups.map(({ name, members }) => `${name} (${count(members)})`)].map(
              displayName,
            )}
            max={12}
          />
          {effects.changes.length === 0 ? (
            <p className={styles.note}>{messages.noPermissionChanges}</p>
          ) : (
            <ul aria-label="Rights">
              {effects.changes.map((change, at) => (
                <ChangeLine key={at} of={change} />
              ))}
            </ul>
          )}
          {effects.partial && <p className={styles.note}>{messages.comparisonIncomplete}</p>}
        </>
      )}
    </Stack>
  </Dialog>
)
