import BellRing from 'lucide-react/icons/bell-ring'
import * as v from 'valibot'
import { canOpenPage, call, useCall, usePermittedCalls } from 'stowage/web'
import { displayName } from 'stowage'
import { Button, Dialog, Empty, FormDialog, LoadError, Skeleton } from 'stowage/ui'
import { buckets } from '../../contract.ts'
import { Arn, Prefix, Suffix } from '../../events.ts'
import { targetsPage } from '../notification-targets.ts'
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

type SubscribeProps = { bucket: string; onClose: () => void; onDone: () => Promise<void> }

/** Subscribes a target to events of a bucket (spec/2 section 2). */
export const Subscribe = ({ bucket, onClose, onDone }: SubscribeProps) => {
  const permitted = usePermittedCalls({ arns: buckets.arns })
  const { data, error, reload } = permitted.stateOf('arns', useCall(buckets.arns, {}, { when: permitted.when('arns') }))
  // a target that may not be listed can be named all the same: the storage decides
  const isUnknown = error?.status === 403
  const arns = isUnknown ? [] : data && (data.arns ?? [])
  const title = 'Subscribe To Event'
  const close = <Button onPress={onClose}>Close</Button>
  if (!arns || (arns.length === 0 && !isUnknown))
    return (
      <Dialog title={title} onClose={onClose} footer={close}>
        {error ? (
          <LoadError what="the ARNs" error={error} onRetry={() => void reload()} />
        ) : arns ? (
          <Empty
            icon={BellRing}
            title={messages.noArns}
            text={messages.addTargetFirst}
            action={canOpenPage(targetsPage) && <Button href={targetsPage}>Notification Endpoints</Button>}
          />
        ) : (
          <Skeleton rows={3} columns={1} />
        )}
      </Dialog>
    )
  return (
    <FormDialog
      title={title}
      schema={NewSubscription}
      initial={{ events: ['put'], ...(arns.length === 1 && { arn: arns[0] }) }}
      fields={{
        arn: isUnknown
          ? { hint: messages.targetsNotListable }
          : { options: arns.map((arn) => ({ value: arn, label: displayName(arn) })) },
        prefix: { width: 'half' },
        suffix: { width: 'half' },
      }}
      note={messages.sameSubscriptionHasNoEffect}
      verb="Subscribe"
      blocked={({ arn, events = [] }) =>
        (!arn && (isUnknown ? 'Enter an ARN' : 'Choose an ARN')) || (events.length === 0 && 'Choose at least one event')
      }
      onClose={onClose}
      onDone={onDone}
      done={({ arn }) => messages.eventsSentTo(displayName(bucket), displayName(arn))}
      onSubmit={(configuration) =>
        call(buckets.addEvent, { params: { bucket }, body: { configuration, ignoreExisting: true } })
      }
    />
  )
}
