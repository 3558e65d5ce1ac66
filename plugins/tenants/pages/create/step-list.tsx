import Check from 'lucide-react/icons/check'
import { classes, Icon, Stack } from 'stowage/ui'
import type { Step } from '../../create/steps.ts'
import * as styles from './step-list.css.ts'

/** A step in the list with a summary of its input, or its problem. */
export type StepState = { id: Step; title: string; state: string; look: 'plain' | 'done' | 'wrong' }

const mark = { plain: undefined, done: Check, wrong: undefined } as const

/** The steps with their states; only numbers in a narrow window. */
export const StepList = ({
  steps,
  value,
  onChange,
}: {
  steps: readonly StepState[]
  value: Step
  onChange: (step: Step) => void
}) => (
  <nav aria-label="Steps" className={styles.nav}>
    <Stack as="ol" className={styles.list}>
      {steps.map(({ id, title, state, look }, index) => {
        const shape = id === value ? 'current' : look
        const done = shape === 'done' ? mark.done : undefined
        return (
          <li key={id} className={styles.item}>
            <button
              type="button"
              className={styles.step}
              aria-current={id === value ? 'step' : undefined}
              onClick={() => onChange(id)}
            >
              <span className={classes(styles.number[shape], look === 'wrong' && styles.wrong)} aria-hidden="true">
                {done ? <Icon of={done} size={14} /> : index + 1}
              </span>
              <Stack as="span" shrink className={styles.text}>
                <span className={styles.name[id === value ? 'current' : 'other']}>{title}</span>
                {state && <span className={styles.state[look === 'wrong' ? 'wrong' : 'plain']}>{state}</span>}
              </Stack>
            </button>
          </li>
        )
      })}
    </Stack>
  </nav>
)
