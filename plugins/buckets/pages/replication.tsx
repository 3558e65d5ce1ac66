import Activity from 'lucide-react/icons/activity'
import GitCompareArrows from 'lucide-react/icons/git-compare-arrows'
import Pause from 'lucide-react/icons/pause'
import Pencil from 'lucide-react/icons/pencil'
import Play from 'lucide-react/icons/play'
import Trash2 from 'lucide-react/icons/trash'
import { call, useCall } from 'stowage/web'
import { count, displayName } from 'stowage'
import {
  Button,
  type Column,
  column,
  confirm,
  confirmDelete,
  ListTab,
  Stack,
  Status,
  useRefresh,
  useRows,
} from 'stowage/ui'
import { lastRule, type ReplicationStatus, replication } from '../replication.ts'
import { EditReplication } from './replication/edit.tsx'
import { ReplicationMetrics, countedSince } from './replication/metrics.tsx'
import { useReplicationRefusals } from './replication/rights.ts'
import { SetReplication } from './replication/set.tsx'
import { resyncRule, RuleStatus, announceState } from './replication/status.tsx'
import { bucketIn, metricsOf, hostOf, nameOfRule, type Rule, stateOf, tagsOf } from './replication/rule-display.ts'
import * as styles from './replication/replication.css.ts'
import * as messages from '../messages.ts'

/** Refresh interval of the status. */
const REFRESH_SECONDS = 10

const tones = {
  Enabled: 'ok',
  Failing: 'danger',
  'Failed recently': 'warning',
  Paused: 'unknown',
  'Not contacted yet': 'unknown',
} as const

const columnsOf = (status: ReplicationStatus | undefined): Column<Rule>[] => [
  column.mono('ID', ({ id }) => id, { width: '112px', narrow: 'hidden' }),
  column.text('Priority', ({ priority }) => priority, { look: 'number', width: '92px', narrow: 'hidden' }),
  column.text(
    'Destination Bucket',
    (rule) => [bucketIn(rule.destination.bucket), hostOf(rule)].filter(Boolean).join(' '),
    {
      id: 'destination',
      cell: (rule) => (
        <Stack as="span" shrink>
          <strong>{displayName(bucketIn(rule.destination.bucket))}</strong>
          <span className={styles.host}>{displayName(hostOf(rule) ?? '')}</span>
        </Stack>
      ),
      width: 'minmax(0, 2fr)',
      narrow: 'main',
    },
  ),
  column.mono('Prefix', ({ prefix }) => prefix, { narrow: 'hidden' }),
  column.text('Tags', ({ tags }) => tagsOf(tags).join(', '), { narrow: 'hidden' }),
  column.text('Status', (rule) => stateOf(rule, status), {
    cell: (rule) => <Status tone={tones[stateOf(rule, status)]}>{stateOf(rule, status)}</Status>,
    width: '160px',
    narrow: 'second',
  }),
  column.text('Failed Attempts', (rule) => metricsOf(rule, status)?.failed.objects, {
    look: 'number',
    cell: (rule) => {
      const metrics = metricsOf(rule, status)
      return metrics ? count(metrics.failed.objects) : 'N/A'
    },
    width: '132px',
    narrow: 'hidden',
  }),
]

/** Replication rules of a bucket and their status (spec/2 section 2). */
export const Replication = ({ bucket, onChanged }: { bucket: string; onChanged: () => Promise<unknown> }) => {
  const rules = useCall(replication.replicationRules, { params: { bucket } })
  const list = useRows(rules, (data) => data.rules)
  const some = list.rows !== undefined && list.rows.length > 0
  const status = useCall(replication.replicationStatus, { params: { bucket } }, { when: some })
  const refusals = useReplicationRefusals(bucket)
  const changeRefusal = rules.data?.siteReplication ? messages.rulesManagedBySiteReplication : refusals.change
  const reload = async () => void (await Promise.all([list.reload(), ...(some ? [status.reload()] : []), onChanged()]))
  useRefresh(some ? REFRESH_SECONDS : 0, status.reload)

  const switchTo = (state: 'Enabled' | 'Disabled') => ({
    when: (rule: Rule) => rule.status !== state,
    disabled: changeRefusal,
    run: async ([rule]: readonly [Rule, ...Rule[]]) => {
      await call(replication.setReplicationRule, { params: { bucket, id: rule.id }, body: { status: state } })
      announceState(rule, state === 'Disabled')
      return true
    },
  })
  const removeAll = () =>
    confirm({
      title: `Remove Replication of ${displayName(bucket)}`,
      body: messages.removeReplicationHelp,
      stats: [{ label: 'Rules', value: count(list.rows?.length ?? 0) }],
      undo: 'never',
      typed: bucket,
      verb: 'Remove Replication',
      done: `Replication of ${displayName(bucket)} removed`,
      run: () => call(replication.removeReplication, { params: { bucket } }),
      onDone: reload,
    })
  return (
    <>
      {some && <ReplicationMetrics of={status.data} loaded={!!status.error} />}
      <ListTab
        noun={{ one: 'replication rule', many: 'replication rules' }}
        source={{ ...list, reload }}
        rowKey={({ id }) => id}
        columns={columnsOf(status.data)}
        tools={
          some && (
            <Button icon={Trash2} tone="danger" disabled={changeRefusal} onPress={() => void removeAll()}>
              Remove Replication
            </Button>
          )
        }
        create={{
          label: 'Add Replication Rule',
          disabled: changeRefusal,
          dialog: (dialog) => <SetReplication bucket={bucket} {...dialog} />,
        }}
        actions={[
          { label: 'Pause', icon: Pause, ...switchTo('Disabled') },
          { label: 'Resume', icon: Play, ...switchTo('Enabled') },
          {
            label: 'Status',
            icon: Activity,
            dialog: ({ row, onClose, onDone }) => (
              <RuleStatus
                bucket={bucket}
                rule={row}
                status={status.data}
                refusals={{
                  resync:
                    refusals.resync ||
                    (row.status === 'Disabled' && messages.resumeRuleFirst) ||
                    (!row.existing_objects && 'The rule excludes existing objects'),
                  look: refusals.look,
                }}
                onClose={onClose}
                onResync={() => {
                  onClose()
                  void resyncRule(bucket, row).then((isStarted) => (isStarted ? onDone() : undefined))
                }}
              />
            ),
          },
          {
            label: 'Edit',
            icon: Pencil,
            disabled: changeRefusal,
            dialog: ({ row, onClose, onDone }) => <EditReplication {...{ bucket, onClose, onDone }} rule={row} />,
          },
          {
            label: 'Delete',
            icon: Trash2,
            tone: 'danger',
            disabled: changeRefusal || (list.rows?.length === 1 && messages.lastRuleStays(lastRule)),
            run: ([rule]) =>
              confirmDelete({
                noun: 'Replication Rule',
                name: nameOfRule(rule),
                body: (
                  <>
                    New objects are no longer replicated to <strong>{nameOfRule(rule)}</strong>. Replicated objects stay
                    there.
                  </>
                ),
                run: () => call(replication.removeReplicationRule, { params: { bucket, id: rule.id } }),
              }),
          },
        ]}
        empty={{ icon: GitCompareArrows, text: messages.replicationRuleHelp }}
        table={{
          lines: 2,
          initialSort: '-priority',
          total: status.data && status.asOf !== undefined ? countedSince(status.data, status.asOf) : undefined,
        }}
      />
    </>
  )
}
