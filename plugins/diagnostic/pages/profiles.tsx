import Cpu from 'lucide-react/icons/cpu'
import MemoryStick from 'lucide-react/icons/memory-stick'
import { address, failureOf } from 'stowage/web'
import { Failure, toFailure } from 'stowage'
import { Banner, Button, Cause, Stack, Row, Muted, useTask } from 'stowage/ui'
import { diagnostic } from '../contract.ts'
import * as styles from './diagnostic.css.ts'
import * as messages from '../messages.ts'

/** Duration of a profile, in s. */
const SECONDS = '10'

const kinds = [
  { type: 'cpu', title: 'CPU', icon: Cpu, text: messages.cpuProfileHelp(SECONDS) },
  {
    type: 'mem',
    title: 'Memory',
    icon: MemoryStick,
    text: messages.memoryProfileHelp(SECONDS),
  },
] as const

const nameIn = (response: Response) =>
  /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'profile'

/** Downloads a profile. Throws `Failure`. */
const fetchProfile = async (type: (typeof kinds)[number]['type']) => {
  const response = await fetch(address(diagnostic.profile, { query: { type, seconds: SECONDS } })).catch(
    () => undefined,
  )
  if (!response) throw new Failure(0, 'The server did not respond')
  if (!response.ok) throw failureOf(response.status, await response.json().catch(() => undefined))
  const blob = await response.blob().catch((error: unknown) => {
    throw toFailure(error)
  })
  const href = URL.createObjectURL(blob)
  Object.assign(document.createElement('a'), { href, download: nameIn(response) }).click()
  setTimeout(() => URL.revokeObjectURL(href))
}

const Profile = ({ type, title, icon, text }: (typeof kinds)[number]) => {
  const task = useTask()
  const { error: failure } = task.banner
  return (
    <Stack as="section" gap={4} shrink className={styles.card} aria-label={title}>
      <Row gap={4} wrap justify="between">
        <h2 className={styles.title}>{title}</h2>
        <Button
          icon={icon}
          where="server"
          busy={task.busy}
          onPress={() => void task.run('Profiling', () => fetchProfile(type))}
        >{`Profile ${title}`}</Button>
      </Row>
      <Muted as="p">{messages.profileFileHelp(text)}</Muted>
      {failure && (
        <Banner tone="danger">
          {failure.message}
          {failure.detail && <Cause>{failure.detail}</Cause>}
        </Banner>
      )}
    </Stack>
  )
}

/** CPU and memory profiles of the servers, as files. */
export const Profiles = () => (
  <div className={styles.cards}>
    {kinds.map((kind) => (
      <Profile key={kind.type} {...kind} />
    ))}
  </div>
)
