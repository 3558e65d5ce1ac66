import PlugZap from 'lucide-react/icons/plug-zap'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useState } from 'react'
import { call, showToast, useCall } from 'stowage/web'
import { bytes, count, counted, date, displayName, displayText } from 'stowage'
import { Banner, Button, confirm, Details, Dialog, ErrorBanner, Status, Muted, Stack } from 'stowage/ui'
import type { ReplicationStatus } from '../../replication.ts'
import { isOnline, metricsOf, hostOf, nameOfRule, type Rule, stateOf } from './rule-display.ts'
import * as styles from './replication.css.ts'
import { replication } from '../../replication.ts'
import * as messages from '../../messages.ts'

const objects = { one: 'object', many: 'objects' }

const attempts = { one: 'attempt', many: 'attempts' }

const amount = (of: { objects: number; bytes: number } | undefined, noun = objects) =>
  of ? `${counted(of.objects, noun)}, ${bytes(of.bytes)}` : 'N/A'

const onlineText = (online: boolean | undefined) =>
  online === undefined ? 'not contacted yet' : online ? 'answers' : 'does not answer'

/** Confirms and resyncs all objects of a rule; resolves to true once it has started. */
export const resyncRule = (bucket: string, rule: Rule) =>
  confirm({
    title: 'Resync Replication Rule',
    body: (
      <>
        Checks every object of <strong>{displayName(bucket)}</strong> that the rule to{' '}
        <strong>{nameOfRule(rule)}</strong> covers, and resends those missing at the target. Deletes nothing there.
      </>
    ),
    tone: 'primary',
    verb: 'Resync',
    done: messages.resyncStarted(nameOfRule(rule)),
    run: () => call(replication.resync, { params: { bucket, id: rule.id } }),
  })

const UnreplicatedObjects = ({ bucket, rule }: { bucket: string; rule: Rule }) => {
  const { data, error, reload } = useCall(replication.unreplicated, { params: { bucket, id: rule.id } })
  if (error) return <ErrorBanner error={error} onClose={() => void reload()} />
  if (!data) return <Muted as="p">Looking for unreplicated objects</Muted>
  const { pending, failed, partial, objects: named } = data
  const all = pending + failed
  return (
    <>
      <p>
        {all === 0
          ? messages.checkedObjectsReplicated
          : messages.notTherePendingFailed(counted(all, objects), count(pending), count(failed))}
        {partial && messages.checkIncomplete}
      </p>
      {named.length > 0 && (
        <ol className={styles.list}>
          {named.map(({ name, version_id, status, deleted }) => (
            <li key={`${name} ${version_id}`}>
              {displayName(name)} <Muted>{`${deleted ? 'removal ' : ''}${status.toLowerCase()}`}</Muted>
            </li>
          ))}
        </ol>
      )}
    </>
  )
}

/** Tests the targets with the credentials that only the storage server has. */
const TargetCheck = ({ bucket }: { bucket: string }) => {
  const [requested, ask] = useState(false)
  const { data, error, loading, reload } = useCall(
    replication.checkReplication,
    { params: { bucket } },
    { when: requested },
  )
  return (
    <Stack gap={2} align="start">
      <Button
        size="sm"
        icon={PlugZap}
        busy={loading ? 'Testing' : undefined}
        onPress={() => (requested ? void reload() : ask(true))}
      >
        Test Connection
      </Button>
      <span role="status">
        {data && <Status tone={data.ok ? 'ok' : 'danger'}>{data.ok ? 'Good' : 'Failed'}</Status>}
        {(data ?? error) && <p>{displayText(data?.text ?? error?.message ?? '')}</p>}
      </span>
    </Stack>
  )
}

type StatusProps = {
  bucket: string
  rule: Rule
  status: ReplicationStatus | undefined
  refusals: { resync: string | false; look: string | false }
  onClose: () => void
  onResync: () => void
}

/** Replication status of one rule: counters of its target, last error, and unreplicated objects. */
export const RuleStatus = ({ bucket, rule, status, refusals, onClose, onResync }: StatusProps) => {
  const [looking, look] = useState(false)
  const metrics = metricsOf(rule, status)
  const { resync } = metrics ?? {}
  return (
    <Dialog
      title="Replication Status"
      onClose={onClose}
      footer={
        <>
          <Button icon={RefreshCw} disabled={refusals.resync} onPress={onResync}>
            Resync
          </Button>
          <Button tone="primary" onPress={onClose}>
            Done
          </Button>
        </>
      }
    >
      {metrics?.error && (
        <Banner tone={stateOf(rule, status) === 'Failing' ? 'danger' : 'warning'}>{displayName(metrics.error)}</Banner>
      )}
      <Details
        rows={[
          { label: 'Destination', value: nameOfRule(rule) },
          ...(rule.target
            ? [
                { label: 'Host', value: `${hostOf(rule)}, ${onlineText(isOnline(rule, status))}` },
                { label: 'Last Answer', value: date(rule.target.lastOnline) },
                { label: 'Access Key', value: displayName(rule.target.accessKey) },
              ]
            : []),
          { label: 'Replicated', value: amount(metrics?.replicated) },
          { label: 'Failed', value: amount(metrics?.failed, attempts) },
          { label: 'Failed, Last Hour', value: amount(metrics?.failedLastHour, attempts) },
          ...(resync
            ? [
                {
                  label: 'Resync',
                  value: `${resync.state} since ${date(resync.started)}: ${amount(resync.replicated)}${resync.failed.objects > 0 ? `; failed ${amount(resync.failed)}` : ''}`,
                },
              ]
            : []),
          ...(rule.unknown.length > 0 ? [{ label: 'Also Set', value: rule.unknown.map(displayName).join(', ') }] : []),
        ]}
      />
      <TargetCheck bucket={bucket} />
      {looking ? (
        <UnreplicatedObjects bucket={bucket} rule={rule} />
      ) : (
        <div>
          <Button size="sm" disabled={refusals.look} onPress={() => look(true)}>
            Show Unreplicated Objects
          </Button>
        </div>
      )}
    </Dialog>
  )
}

export const announceState = (rule: Rule, paused: boolean) =>
  showToast(messages.replicationRuleChanged(nameOfRule(rule), paused ? 'paused' : 'resumed'))
