import Building2 from 'lucide-react/icons/building-2'
import CopyPlus from 'lucide-react/icons/copy-plus'
import FileCode from 'lucide-react/icons/file-code'
import GitCompare from 'lucide-react/icons/git-compare'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import SquareArrowOutUpRight from 'lucide-react/icons/square-arrow-out-up-right'
import Trash from 'lucide-react/icons/trash'
import { useEffect, useState } from 'react'
import { allows, navigate, type PageProps, showError, useCall, useMissingFeature, useRefusals } from 'stowage/web'
import { bytes, plain, displayName } from 'stowage'
import { Actions, Button, Empty, LoadError, Page, Skeleton, Status, Tabs } from 'stowage/ui'
import { details, type Pod, type Tenant } from '../contract.ts'
import { comparePlace } from '../../compare/pages/place.ts'
import { podStateText, podTone } from '../../pages/pod-tone.ts'
import { healthOf } from '../../pages/tenant-text.ts'
import * as styles from './details.css.ts'
import { panels } from './panels.ts'
import { tenantPlace } from './place.ts'
import { PodPanel } from './pod.tsx'
import { deletePod, deleteTenant } from './removals.tsx'
import { EventCount, useLiveParts } from './use-live-parts.ts'
import { editYaml } from './yaml.tsx'
import * as messages from '../../messages.ts'

type Place = { namespace: string; tenant: string }

const Head = ({ tenant, pod }: { tenant: Tenant; pod: Pod | undefined }) => {
  if (pod) return <Status tone={podTone(pod)}>{podStateText(pod)}</Status>
  const { tone, label } = healthOf(tenant.status.health_status)
  return (
    <>
      <Status tone={tone}>{label}</Status>
      <span className={styles.beside.first}>Namespace {displayName(tenant.namespace)}</span>
      <span className={styles.beside.second}>Capacity {bytes(tenant.total_size)}</span>
    </>
  )
}

const Details = ({ at, part, podName }: { at: Place; part: string; podName: string | undefined }) => {
  const { data: tenant, error, reload: again } = useCall(details.tenant, { params: at })
  const pods = useCall(details.pods, { params: at })
  const volumes = useCall(details.volumes, { params: at })
  const [happened, setHappened] = useState(0)
  useLiveParts(at, {
    tenant: again,
    pods: pods.reload,
    volumes: volumes.reload,
    events: async () => setHappened((before) => before + 1),
  })
  const on = { namespace: at.namespace }
  const refusal = useRefusals({
    remove: { action: 'k8s:delete:tenants.minio.min.io', ...on },
    edit: { action: 'k8s:update:tenants.minio.min.io', ...on },
    removePod: { action: 'k8s:delete:pods', ...on },
  })
  const unmanaged = useMissingFeature('guests')
  const reload = () => Promise.all([again(), pods.reload(), volumes.reload()])
  const title = displayName(podName ?? at.tenant)
  const crumbs = [
    { label: 'Tenants', href: '/tenants' },
    ...(podName === undefined
      ? []
      : [
          { label: displayName(at.tenant), href: tenantPlace(at, 'summary') },
          { label: 'Pods', href: tenantPlace(at, 'pods') },
        ]),
  ]
  if (error?.status === 404)
    return (
      <Page title={title} crumbs={crumbs}>
        <Empty
          icon={Building2}
          title={messages.thereIsNoTenant(displayName(at.tenant), displayName(at.namespace))}
          text={messages.itMayHaveBeenDeleted}
          action={<Button href="/tenants">All Tenants</Button>}
        />
      </Page>
    )
  if (!tenant)
    return (
      <Page title={title} crumbs={crumbs}>
        {error ? (
          <LoadError what="the tenant" error={error} onRetry={() => void reload()} />
        ) : (
          <Skeleton rows={6} columns={2} />
        )}
      </Page>
    )

  const remove = async () => {
    if (podName !== undefined) {
      if (await deletePod(at, podName)) await navigate(tenantPlace(at, 'pods'))
    } else if (await deleteTenant(at, volumes.data?.pvcs?.length)) await navigate('/tenants')
  }
  const edit = async () => {
    if (await editYaml(at)) await reload()
  }
  const props = { tenant, at, pods, volumes, reload }
  const panel = panels.find(({ id }) => id === part) ?? panels[0]
  return (
    <Page
      title={title}
      copy={podName ?? at.tenant}
      crumbs={crumbs}
      status={
        <Head
          tenant={tenant}
          pod={podName === undefined ? undefined : pods.data?.find(({ name }) => name === podName)}
        />
      }
      actions={
        <Actions
          actions={[
            ...(podName === undefined
              ? [
                  {
                    label: 'Manage Tenant',
                    icon: SquareArrowOutUpRight,
                    disabled: unmanaged,
                    onSelect: () => void navigate(tenantPlace(at, 'hop')),
                  },
                ]
              : []),
            ...(podName === undefined
              ? [
                  {
                    label: 'Edit YAML',
                    icon: FileCode,
                    disabled: refusal('edit'),
                    onSelect: () => void edit().catch(showError),
                  },
                ]
              : []),
            ...(podName === undefined && allows('/tenants/add')
              ? [
                  {
                    label: 'Clone',
                    icon: CopyPlus,
                    look: 'menu' as const,
                    onSelect: () =>
                      void navigate(`/tenants/add?from=${encodeURIComponent(`${at.namespace}/${at.tenant}`)}`),
                  },
                ]
              : []),
            ...(podName === undefined && allows('/tenants/compare')
              ? [
                  {
                    label: 'Compare…',
                    icon: GitCompare,
                    look: 'menu' as const,
                    onSelect: () => void navigate(comparePlace(`${at.namespace}/${at.tenant}`)),
                  },
                ]
              : []),
            { label: 'Refresh', icon: RefreshCw, look: 'icon', onSelect: () => void reload() },
            {
              label: 'Delete',
              icon: Trash,
              tone: 'danger',
              disabled: refusal(podName === undefined ? 'remove' : 'removePod'),
              onSelect: () => void remove(),
            },
          ]}
        />
      }
    >
      <Tabs
        look="side"
        label={`Parts of ${displayName(at.tenant)}`}
        value={panel.id}
        onChange={(next) => void navigate(tenantPlace(at, next))}
        items={panels.map(({ id, label, icon, count }) => ({ id, label, icon, ...(count && { count: count(props) }) }))}
      >
        <EventCount value={happened}>
          {podName === undefined ? <panel.Panel {...props} /> : <PodPanel {...props} pod={podName} />}
        </EventCount>
      </Tabs>
    </Page>
  )
}

/** Page of a tenant; unknown and missing parts redirect to the summary (spec/3 2). */
export default function TenantPage({ params }: PageProps) {
  const at = { namespace: plain(params.tenantNamespace ?? ''), tenant: plain(params.tenantName ?? '') }
  const [part = '', pod, ...others] = (params['*'] ?? '').split('/').filter((word) => word !== '')
  const isKnownPath =
    panels.some(({ id }) => id === part) && others.length === 0 && (pod === undefined || part === 'pods')
  useEffect(() => {
    if (!isKnownPath) void navigate(tenantPlace(at, 'summary'), { replace: true })
  }, [isKnownPath, at.namespace, at.tenant])
  return (
    <Details
      key={`${at.namespace}/${at.tenant}`}
      at={at}
      part={isKnownPath ? part : 'summary'}
      podName={isKnownPath && pod !== undefined ? plain(pod) : undefined}
    />
  )
}
