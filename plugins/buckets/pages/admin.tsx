import DoorClosed from 'lucide-react/icons/door-closed'
import FolderOpen from 'lucide-react/icons/folder-open'
import History from 'lucide-react/icons/history'
import Package from 'lucide-react/icons/package'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import ShieldQuestion from 'lucide-react/icons/shield-question-mark'
import Trash2 from 'lucide-react/icons/trash'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import {
  navigate,
  type PageProps,
  useCallRefusals,
  useDialog,
  useLink,
  useHasAnyPermission,
  useMissingFeature,
} from 'stowage/web'
import { decodeSegment, displayName, s3Arn, s3Uri } from 'stowage'
import { Badge, DetailPage, Empty, NoAccess, Page } from 'stowage/ui'
import { buckets, managementRights } from '../contract.ts'
import { browserPath, managePath, manageNeeds, pinOf } from './access.ts'
import { Audit } from './audit.tsx'
import { Events } from './events.tsx'
import { Lifecycle } from './lifecycle.tsx'
import { replication } from '../replication.ts'
import { Replication } from './replication.tsx'
import { removeBucket } from './remove.tsx'
import { useRefusals } from './rights.ts'
import { Rules } from './rules.tsx'
import { accessLevel, Summary } from './summary.tsx'
import { useSummary } from './use-summary.ts'
import * as messages from '../messages.ts'

const crumbs = [{ label: 'Buckets', href: '/buckets' }]
const allTabs = [
  { id: 'summary', label: 'Summary' },
  { id: 'events', label: 'Events' },
  { id: 'replication', label: 'Replication' },
  { id: 'lifecycle', label: 'Lifecycle' },
  { id: 'access', label: 'Access Audit' },
  { id: 'prefix', label: 'Access Rules' },
] as const

type Tab = (typeof allTabs)[number]['id']

/** The first call of each tab. The summary has none: each of its values explains itself why it is hidden. */
const tabCalls = {
  events: buckets.events,
  replication: replication.replicationRules,
  lifecycle: buckets.lifecycle,
  access: buckets.policies,
  prefix: buckets.accessRules,
} satisfies Record<Exclude<Tab, 'summary'>, object>

/** Replication and lifecycle require a distributed setup (spec/2 section 2). */
const useTabs = () => {
  const missingFeatures: Partial<Record<Tab, string | undefined>> = {
    lifecycle: useMissingFeature('lifecycle'),
    replication: useMissingFeature('replication'),
  }
  return allTabs.filter(({ id }) => !missingFeatures[id])
}

const Admin = ({ bucket, tab }: { bucket: string; tab: Tab }) => {
  const checkAccess = useDialog('check-access')
  const history = useLink('history')?.({ bucket })
  const summary = useSummary(bucket)
  const { info, reload } = summary
  const refusal = useRefusals(bucket)
  const tabRefusal = useCallRefusals(tabCalls, { bucket })
  const mayManage = useHasAnyPermission(managementRights, { bucket })
  const open = browserPath(bucket)
  const tabs = useTabs()
  const unmanaged = useMissingFeature('administration')
  const isPartlyKnown = useMissingFeature('access-check')
  const unavailable: Partial<Record<Tab, string | undefined>> = {
    events: useMissingFeature('notifications'),
    access: unmanaged && isPartlyKnown,
    prefix: useMissingFeature('bucket-policy'),
  }
  const [refreshed, setRefreshed] = useState(0)

  // remounts the tab, which loads its own data
  const refresh = () => {
    setRefreshed(refreshed + 1)
    void reload()
  }
  const remove = async () => {
    if (await removeBucket(bucket)) await navigate('/buckets')
  }

  if (!mayManage && info.error?.status !== 404)
    return (
      <Page title={displayName(bucket)} copy={bucket} crumbs={crumbs}>
        <NoAccess title={messages.bucketNotManageable(displayName(bucket))} needs={manageNeeds(bucket)} />
      </Page>
    )
  const contents: Record<Tab, ReactNode> = {
    summary: <Summary {...{ info, summary, refusal }} onChanged={reload} />,
    events: <Events bucket={bucket} refusal={refusal('events')} />,
    replication: <Replication bucket={bucket} onChanged={reload} />,
    lifecycle: <Lifecycle bucket={bucket} refusal={refusal('lifecycle')} />,
    access: <Audit bucket={bucket} />,
    prefix: <Rules bucket={bucket} refusal={refusal('rules')} onChanged={info.reload} />,
  }
  const isFailed = info.error !== undefined && info.error.status !== 403 && !info.data
  return (
    <DetailPage
      name={bucket}
      kind="bucket"
      copies={[
        { label: 'S3 URI', text: s3Uri(bucket) },
        { label: 'ARN', text: s3Arn(bucket) },
      ]}
      pin={pinOf(bucket)}
      crumbs={crumbs}
      // tabs load their own data, also without permission to read the bucket's
      source={{
        error: info.error,
        reload: async () => void (await reload()),
        data: isFailed ? undefined : (info.data ?? 'unknown'),
      }}
      missing={{
        icon: Package,
        title: `There is no bucket "${displayName(bucket)}"`,
        text: messages.bucketMayBeDeleted,
      }}
      status={() => info.data?.access && <Badge title="Access level">{accessLevel[info.data.access]}</Badge>}
      actions={() => [
        ...(open ? [{ label: 'Browse', icon: FolderOpen, tone: 'primary' as const, href: open }] : []),
        ...(checkAccess
          ? [{ label: 'Check Access', icon: ShieldQuestion, onSelect: () => void checkAccess({ bucket }) }]
          : []),
        ...(history ? [{ label: 'History', icon: History, href: history }] : []),
        { label: 'Refresh', icon: RefreshCw, look: 'icon', onSelect: refresh },
        {
          label: 'Delete Bucket',
          icon: Trash2,
          tone: 'danger',
          disabled: refusal('delete'),
          onSelect: () => void remove(),
        },
      ]}
      path={{ tab, onTab: (next) => void navigate(`${managePath(bucket)}/${next}`) }}
      tabs={() =>
        tabs.map(({ id, label }) => ({
          id,
          label,
          content: unavailable[id] ? (
            <Empty icon={DoorClosed} title="Not available on this storage" text={unavailable[id]} />
          ) : (
            <Fragment key={refreshed}>{contents[id]}</Fragment>
          ),
          ...(id !== 'summary' && { disabled: unavailable[id] ?? tabRefusal(id) }),
        }))
      }
    />
  )
}

/** Administration of a bucket; redirects to the summary for a missing or unknown tab (spec/2 section 2). */
const AdminPage = ({ params }: PageProps) => {
  const bucket = decodeSegment(params.bucketName ?? '')
  const tab = useTabs().find(({ id }) => id === params['*'])?.id
  useEffect(() => {
    if (!tab) void navigate(`${managePath(bucket)}/summary`, { replace: true })
  }, [bucket, tab])
  return <Admin key={bucket} bucket={bucket} tab={tab ?? 'summary'} />
}

export default AdminPage
