import BellRing from 'lucide-react/icons/bell-ring'
import Plus from 'lucide-react/icons/plus'
import RotateCw from 'lucide-react/icons/rotate-cw'
import * as v from 'valibot'
import {
  call,
  canOpenPage,
  currentLocation,
  restartStorageServer,
  useCall,
  usePermittedCalls,
  useQuery,
  useRefusals,
  withReturn,
} from 'stowage/web'
import { displayName } from 'stowage'
import { Button, confirm, Dialog, Empty, FormDialog, Link, LoadError, Skeleton } from 'stowage/ui'
import { buckets } from '../../contract.ts'
import { Arn, Prefix, Suffix } from '../../events.ts'
import { addTargetPage, targetsPage } from '../notification-targets.ts'
import * as messages from '../../messages.ts'

const eventTexts = {
  put: messages.putObjectIsStored,
  get: messages.getObjectOrMetadata,
  delete: messages.deleteObjectIsDeleted,
}

const NewSubscription = v.object({
  arn: Arn,
  prefix: v.optional(v.pipe(Prefix, v.metadata({ control: 'mono', placeholder: 'logs/' }))),
  suffix: v.optional(v.pipe(Suffix, v.metadata({ control: 'mono', placeholder: '.csv' }))),
  events: v.pipe(
    v.array(v.picklist(['put', 'get', 'delete'])),
    v.title('Events'),
    v.minLength(1, 'Choose at least one event'),
    v.metadata({ options: eventTexts }),
  ),
})

/** Address of the page that adds a target and returns to this dialog; `undefined` if it may not be opened. */
const addTargetAddress = () => {
  if (!canOpenPage(addTargetPage)) return undefined
  const { path } = currentLocation()
  return withReturn(addTargetPage, `${path}?create=1`)
}

/** Restarts the server after a confirmation. */
const Restart = ({ onRestarted }: { onRestarted: () => Promise<void> }) => {
  const refusals = useRefusals({ restart: { action: 'admin:ServiceRestart' } })
  const restart = async () => {
    const isConfirmed = await confirm({
      title: 'Restart Server',
      body: messages.restartInterruptsRequests,
      verb: 'Restart',
    })
    if (!isConfirmed) return
    await restartStorageServer()
    await onRestarted()
  }
  return (
    <Button tone="primary" icon={RotateCw} disabled={refusals('restart')} onPress={() => void restart()}>
      Restart Server
    </Button>
  )
}

const NoTargets = ({ pending, onRestarted }: { pending: readonly string[]; onRestarted: () => Promise<void> }) => {
  const address = addTargetAddress()
  if (pending.length > 0)
    return (
      <Empty
        icon={BellRing}
        title={messages.targetsWaitForRestart(pending)}
        text={messages.chooseTargetsAfterRestart(pending.length)}
        action={<Restart onRestarted={onRestarted} />}
      />
    )
  return (
    <Empty
      icon={BellRing}
      title={messages.noArns}
      text={address ? messages.addTargetAndReturn : messages.addTargetFirst}
      action={
        address ? (
          <Button tone="primary" icon={Plus} href={address}>
            Add Target
          </Button>
        ) : (
          canOpenPage(targetsPage) && <Button href={targetsPage}>Notification Endpoints</Button>
        )
      }
    />
  )
}

type SubscribeProps = {
  bucket: string
  /** Names of targets that are saved, but not used until the storage server restarts. */
  pendingTargets?: readonly string[] | undefined
  onRestarted: () => Promise<void>
  onClose: () => void
  onDone: () => Promise<void>
}

/** Subscribes a target to events of a bucket (spec/2 section 2). */
export const Subscribe = ({ bucket, pendingTargets = [], onRestarted, onClose, onDone }: SubscribeProps) => {
  const permitted = usePermittedCalls({ arns: buckets.arns })
  const { data, error, reload } = permitted.stateOf('arns', useCall(buckets.arns, {}, { when: permitted.when('arns') }))
  // a target that may not be listed can be named all the same: the storage decides
  const isUnknown = error?.status === 403
  // the end of the ARN of a target that was added for this subscription
  const [added, setAdded] = useQuery('target')
  const arns = isUnknown ? [] : data && (data.arns ?? [])
  const addedArn = added && arns?.find((arn) => arn.endsWith(`:${added}`))
  const isWaiting = added && !addedArn
  const pending = [...new Set([...(isWaiting ? [added] : []), ...pendingTargets])].map((name) => displayName(name))
  const title = 'Subscribe To Event'
  const close = <Button onPress={onClose}>Close</Button>
  if (!arns || (arns.length === 0 && !isUnknown))
    return (
      <Dialog title={title} onClose={onClose} footer={close}>
        {error ? (
          <LoadError what="the ARNs" error={error} onRetry={() => void reload()} />
        ) : arns ? (
          <NoTargets pending={pending} onRestarted={async () => void (await Promise.all([reload(), onRestarted()]))} />
        ) : (
          <Skeleton rows={3} columns={1} />
        )}
      </Dialog>
    )
  const initialArn = addedArn || (isWaiting || arns.length !== 1 ? undefined : arns[0])
  const address = addTargetAddress()
  return (
    <FormDialog
      title={title}
      schema={NewSubscription}
      initial={{ events: ['put'], ...(initialArn && { arn: initialArn }) }}
      fields={{
        arn: isUnknown
          ? { hint: messages.targetsNotListable }
          : {
              options: arns.map((arn) => ({ value: arn, label: displayName(arn) })),
              ...(pending.length > 0 && {
                hint: `${messages.targetsWaitForRestart(pending)}. ${messages.chooseTargetsAfterRestart(pending.length)}`,
              }),
            },
        prefix: { width: 'half' },
        suffix: { width: 'half' },
      }}
      note={messages.sameSubscriptionHasNoEffect}
      verb="Subscribe"
      blocked={({ arn, events = [] }) =>
        (!arn && (isUnknown ? 'Enter an ARN' : 'Choose an ARN')) || (events.length === 0 && 'Choose at least one event')
      }
      onClose={onClose}
      onDone={() => {
        setAdded('')
        return onDone()
      }}
      done={({ arn }) => messages.eventsSentTo(displayName(bucket), displayName(arn))}
      onSubmit={(configuration) =>
        call(buckets.addEvent, { params: { bucket }, body: { configuration, ignoreExisting: true } })
      }
    >
      {address && <Link href={address}>Add Target</Link>}
    </FormDialog>
  )
}
