import CircleCheck from 'lucide-react/icons/circle-check'
import { useEffect, useState, type ReactNode } from 'react'
// a separate entry for the bundler: this import makes it share the common chunk
import { count, encodeSegment, displayName } from 'stowage'
import { setPreference, useCall, useCallRefusals, useSession } from 'stowage/web'
import { Button, Icon, Row } from 'stowage/ui'
import * as styles from './first-steps.css.ts'
import * as others from './setup-calls.ts'
import * as messages from '../messages.ts'
import { getSetupProgress, type SetupProgress } from './setup-progress.ts'

/** `href` is where to do it; `undefined` while an earlier step is open. */
type Step = { title: string; text: string; verb: string; href: string | undefined; done: boolean }

/** Setup steps of a new storage; `undefined` while loading, `unknown` if the account may not see them. */
const useSteps = (): { steps: readonly Step[]; empty: boolean } | 'unknown' | undefined => {
  const { pages, plugins } = useSession()
  const refusal = useCallRefusals({ make: ['s3:CreateBucket', 'admin:CreatePolicy', 'admin:CreateUser'] })
  const maySeeSteps =
    ['buckets', 'identity', 'policies', 'object-browser'].every((id) => plugins.includes(id)) &&
    pages.includes('/users') &&
    !refusal('make')
  const buckets = useCall(others.buckets, {}, { when: maySeeSteps })
  const users = useCall(others.users, undefined, { when: maySeeSteps })
  const policies = useCall(others.policies, { query: { limit: '1000' } }, { when: maySeeSteps })
  const policy = policies.data?.policies.find(({ name }) => !others.builtIn.includes(name))?.name
  const first = buckets.data?.buckets[0]?.name
  // bucket usage is updated only by the next scan; a listing is current
  const objectList = useCall(
    others.objects,
    { params: { bucket: first ?? '' }, query: { limit: '1', encoding: 'plain' } },
    { when: maySeeSteps && first !== undefined },
  )
  if (!maySeeSteps || buckets.error || users.error || objectList.error) return 'unknown'
  if (!buckets.data || !users.data || (first !== undefined && !objectList.data)) return undefined
  const hasObjects = buckets.data.buckets.some((bucket) => bucket.objects) || !!objectList.data?.objects?.length
  const hasUsers = users.data.users.length > 0
  return {
    empty: first === undefined || (!hasUsers && !hasObjects),
    steps: [
      {
        title: 'Make a bucket',
        text: messages.bucketsHelp,
        verb: 'Create Bucket',
        href: '/buckets?create=bucket',
        done: first !== undefined,
      },
      {
        title: messages.createUploadUser,
        ...(policy === undefined
          ? {
              text: messages.createPolicyFromTemplate,
              verb: 'Create Policy',
              href: first === undefined ? undefined : '/policies?create=1&template=folder',
            }
          : {
              text: messages.createUserWithPolicy(displayName(policy)),
              verb: 'Create User',
              href: `/users?create=1&policy=${encodeSegment(policy)}`,
            }),
        done: hasUsers,
      },
      {
        title: 'Upload a file',
        text: messages.chooseInBucket,
        verb: 'Browse',
        href: first === undefined ? undefined : `/buckets/${encodeSegment(first)}/browse`,
        done: hasObjects,
      },
    ],
  }
}

/**
 * Setup steps shown above the page of an empty storage. The browser stores their state under `name` (`started` or
 * `done`); once done or dismissed, they never return.
 */
export function FirstSteps({
  name,
  loading,
  children,
}: {
  name: string
  /** Placeholder of the page until it is known whether steps remain. */
  loading: ReactNode
  children: ReactNode
}) {
  const [progress, setProgress] = useState(() => getSetupProgress(name))
  const setup = useSteps()
  const loadedSetup = typeof setup === 'object' ? setup : undefined
  const all = loadedSetup?.steps.every(({ done }) => done)
  const saveProgress = (next: SetupProgress) => {
    setPreference(name, next)
    setProgress(next)
  }
  useEffect(() => {
    if (!loadedSetup || progress === 'done') return
    if (all || (!progress && !loadedSetup.empty)) saveProgress('done')
    else if (!progress) saveProgress('started')
  }, [progress, all, loadedSetup?.empty])

  if (setup === undefined && progress !== 'done') return loading
  if (!loadedSetup || all || progress === 'done' || !(progress || loadedSetup.empty)) return children
  const done = loadedSetup.steps.filter((step) => step.done).length
  return (
    <>
      <section className={styles.panel} aria-labelledby="first-steps">
        <Row gap={3} className={styles.head}>
          <h2 id="first-steps" className={styles.title}>
            First steps
          </h2>
          <span className={styles.count}>{`${count(done)} of ${count(loadedSetup.steps.length)} done`}</span>
          <Button tone="quiet" size="sm" onPress={() => saveProgress('done')}>
            Dismiss
          </Button>
        </Row>
        <ol className={styles.steps}>
          {loadedSetup.steps.map((step, index) => (
            <StepLine key={step.title} step={step} number={index + 1} />
          ))}
        </ol>
      </section>
      {children}
    </>
  )
}

const StepLine = ({ step, number }: { step: Step; number: number }) => (
  <li className={styles.step}>
    <span className={styles.mark[step.done ? 'done' : 'open']}>
      {step.done ? <Icon of={CircleCheck} label="Done" /> : number}
    </span>
    <span className={styles.description}>
      <span className={styles.name}>{step.title}</span>
      <span className={styles.text}>{step.text}</span>
    </span>
    {!step.done && (
      <Button disabled={step.href === undefined && 'Make a bucket first'} {...(step.href && { href: step.href })}>
        {step.verb}
      </Button>
    )}
  </li>
)
