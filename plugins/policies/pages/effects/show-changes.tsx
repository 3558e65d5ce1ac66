import { Fragment } from 'react'
import { count, shown } from '../../../../core/format.ts'
import { Button } from '../../../../core/ui/button.tsx'
import { Dialog } from '../../../../core/ui/dialog.tsx'
import { Badges } from '../../../../core/ui/status.tsx'
import { counted } from '../../../../core/ui/words.ts'
import { diffOf, hunksOf } from './diff.ts'
import { ChangeLine, reachOf } from './effects-strip.tsx'
import * as styles from './effects.css.ts'
import type { Told } from './use-effects.ts'

const marks = { both: ' ', before: '−', after: '+' } as const

const Diff = ({ before, after }: { before: string; after: string }) => (
  <div className={styles.diff} role="region" aria-label="Changed lines" tabIndex={0}>
    {hunksOf(diffOf(before, after)).map(({ side, text, gap }, at) => (
      <Fragment key={at}>
        {gap > 0 && <div className={styles.gap}>… {counted(gap, { one: 'line', many: 'lines' })}</div>}
        <div className={styles.side[side]}>
          <span aria-label={side === 'both' ? undefined : side === 'before' ? 'removed' : 'added'}>{marks[side]}</span>
          <span>{text}</span>
        </div>
      </Fragment>
    ))}
  </div>
)

type ShowChangesProps = { before: string; after: string; of: Told; onClose: () => void }

/** All that a change does: line by line, and right by right. */
export const ShowChanges = ({ before, after, of: { effects, working }, onClose }: ShowChangesProps) => (
  <Dialog title="Changes" size="wide" onClose={onClose} footer={<Button onPress={onClose}>Close</Button>}>
    <div className={styles.section}>
      <Diff before={before} after={after} />
      {working && <p className={styles.note}>What it does is being worked out.</p>}
      {!working && effects && effects.accounts > 0 && (
        <>
          <p className={styles.note}>
            It reaches {counted(effects.accounts, { one: 'account', many: 'accounts' })}: {reachOf(effects)}.
          </p>
          <Badges items={[...effects.direct, ...effects.groups.map(({ name, members }) => `${name} (${count(members)})`)].map(shown)} max={12} />
          {effects.changes.length === 0 ? (
            <p className={styles.note}>Nobody gains or loses a right.</p>
          ) : (
            <ul aria-label="Rights">
              {effects.changes.map((change, at) => (
                <ChangeLine key={at} of={change} />
              ))}
            </ul>
          )}
        </>
      )}
    </div>
  </Dialog>
)
