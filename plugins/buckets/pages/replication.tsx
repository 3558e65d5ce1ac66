import Activity from 'lucide-react/icons/activity'
import GitCompareArrows from 'lucide-react/icons/git-compare-arrows'
import Pause from 'lucide-react/icons/pause'
import Pencil from 'lucide-react/icons/pencil'
import Play from 'lucide-react/icons/play'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash'
import { useEffect, useState } from 'react'
import { call, showError, useCall } from 'stowage/web'
import { count, date, displayName } from 'stowage'
import {
  column,
  Button,
  type Column,
  confirm,
  confirmDelete,
  type RowAction,
  Spacer,
  Status,
  Table,
  Toolbar,
  Muted,
  Stack,
} from 'stowage/ui'
import { lastRule, type ReplicationStatus, replication } from '../replication.ts'
import { EditReplication } from './replication/edit.tsx'
import { ReplicationFigures, countedSince } from './replication/figures.tsx'
import { useReplicationRefusals } from './replication/rights.ts'
import { SetReplication } from './replication/set.tsx'
import { resyncRule, RuleStatus, announceState } from './replication/status.tsx'
import { bucketIn, figuresOf, hostOf, nameOfRule, type Rule, stateOf, tagsOf } from './replication/rule-display.ts'
import * as styles from './replication/replication.css.ts'
import * as messages from '../messages.ts'

/** Refresh interval of the status while the page is visible, in ms. */
const REFRESH_INTERVAL = 10_000

const noun = { one: 'replication rule', many: 'replication rules' }
const tones = { Enabled: 'ok', Failing: 'danger', Paused: 'unknown' } as const

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
    width: '110px',
    narrow: 'second',
  }),
  column.text('Failed', (rule) => figuresOf(rule, status)?.failed.objects, {
    look: 'number',
    cell: (rule) => {
      const figures = figuresOf(rule, status)
      return figures ? count(figures.failed.objects) : 'N/A'
    },
    width: '92px',
    narrow: 'hidden',
  }),
]

/** Reloads periodically while the tab is visible. */
const useInterval = (reload: () => Promise<void>, on: boolean) => {
  useEffect(() => {
    if (!on) return
    const timer = setInterval(() => document.visibilityState === 'visible' && void reload(), REFRESH_INTERVAL)
    return () => clearInterval(timer)
  }, [reload, on])
}

type Open = { what: 'new' } | { what: 'edit' | 'status'; id: string }

/** Replication rules of a bucket and their status (spec/2 section 2). */
export const Replication = ({ bucket, onChanged }: { bucket: string; onChanged: () => Promise<unknown> }) => {
  const list = useCall(replication.replicationRules, { params: { bucket } })
  const rules = list.data && (list.data.rules ?? [])
  const some = rules !== undefined && rules.length > 0
  const status = useCall(replication.replicationStatus, { params: { bucket } }, { when: some })
  const refusals = useReplicationRefusals(bucket)
  const [open, setOpen] = useState<Open>()
  const chosen = open && open.what !== 'new' ? rules?.find(({ id }) => id === open.id) : undefined
  const reload = async () => void (await Promise.all([list.reload(), ...(some ? [status.reload()] : []), onChanged()]))
  useInterval(status.reload, some)

  const pause = async (rule: Rule) => {
    const paused = rule.status === 'Enabled'
    try {
      await call(replication.setReplicationRule, {
        params: { bucket, id: rule.id },
        body: { status: paused ? 'Disabled' : 'Enabled' },
      })
      announceState(rule, paused)
      await reload()
    } catch (failure) {
      showError(failure)
    }
  }
  const remove = (rule: Rule) =>
    confirmDelete({
      noun: 'Replication Rule',
      name: nameOfRule(rule),
      body: (
        <>
          New objects are no longer replicated to <strong>{nameOfRule(rule)}</strong>. Replicated objects stay there.
        </>
      ),
      run: () => call(replication.removeReplicationRule, { params: { bucket, id: rule.id } }),
      onDone: reload,
    })
  const removeAll = () =>
    confirm({
      title: `Remove Replication of ${displayName(bucket)}`,
      body: messages.allReplicationRulesOfBucket,
      figures: [{ label: 'Rules', value: count(rules?.length ?? 0) }],
      undo: 'never',
      typed: bucket,
      verb: 'Remove Replication',
      done: `Replication of ${displayName(bucket)} removed`,
      run: () => call(replication.removeReplication, { params: { bucket } }),
      onDone: reload,
    })
  const actions = (rule: Rule): RowAction[] => [
    rule.status === 'Enabled'
      ? { label: 'Pause', icon: Pause, disabled: refusals.change, onSelect: () => void pause(rule) }
      : { label: 'Resume', icon: Play, disabled: refusals.change, onSelect: () => void pause(rule) },
    { label: 'Status', icon: Activity, onSelect: () => setOpen({ what: 'status', id: rule.id }) },
    { label: 'Edit', icon: Pencil, disabled: refusals.change, onSelect: () => setOpen({ what: 'edit', id: rule.id }) },
    {
      label: 'Delete',
      icon: Trash2,
      tone: 'danger',
      disabled: refusals.change || (rules?.length === 1 && messages.lastRuleStays(lastRule)),
      onSelect: () => void remove(rule),
    },
  ]
  const add = (
    <Button tone="primary" icon={Plus} disabled={refusals.change} onPress={() => setOpen({ what: 'new' })}>
      Add Replication Rule
    </Button>
  )
  const dialog = { bucket, onClose: () => setOpen(undefined), onDone: reload }
  return (
    <>
      {some && (
        <>
          <ReplicationFigures of={status.data} loaded={!!status.error} />
          <Toolbar>
            <Muted as="p">
              {status.data &&
                status.asOf !== undefined &&
                messages.asOf(date(new Date(status.asOf).toISOString()), countedSince(status.data))}
            </Muted>
            <Spacer />
            <Button icon={Trash2} tone="danger" disabled={refusals.change} onPress={() => void removeAll()}>
              Remove Replication
            </Button>
            {add}
          </Toolbar>
        </>
      )}
      <Table
        rows={rules}
        columns={columnsOf(status.data)}
        rowKey={({ id }) => id}
        noun={noun}
        lines={2}
        initialSort="-priority"
        actions={actions}
        empty={{
          icon: GitCompareArrows,
          text: messages.ruleCopiesBucketToBucket,
          action: add,
        }}
        error={list.error}
        onRetry={() => void list.reload()}
        loading={list.loading}
      />
      {open?.what === 'new' && <SetReplication {...dialog} />}
      {chosen && open?.what === 'edit' && <EditReplication {...dialog} rule={chosen} />}
      {chosen && open?.what === 'status' && (
        <RuleStatus
          bucket={bucket}
          rule={chosen}
          status={status.data}
          refusals={{
            resync:
              refusals.resync ||
              (chosen.status === 'Disabled' && messages.ruleIsPausedResume) ||
              (!chosen.existing_objects && 'The rule excludes existing objects'),
            look: refusals.look,
          }}
          onClose={() => setOpen(undefined)}
          onResync={() => {
            setOpen(undefined)
            void resyncRule(bucket, chosen).then((begun) => begun && reload())
          }}
        />
      )}
    </>
  )
}
