import Building2 from 'lucide-react/icons/building-2'
import CopyPlus from 'lucide-react/icons/copy-plus'
import FileCode from 'lucide-react/icons/file-code'
import GitCompare from 'lucide-react/icons/git-compare'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import SquareArrowOutUpRight from 'lucide-react/icons/square-arrow-out-up-right'
import Trash from 'lucide-react/icons/trash'
import { useEffect, useState } from 'react'
import { canOpenPage, navigate, type PageProps, showError, useCall, useMissingFeature, useRefusals } from 'stowage/web'
import { bytes, decodeSegment, displayName } from 'stowage'
import { DetailPage, type PageAction, Status } from 'stowage/ui'
import { details, type Pod, type Tenant } from '../contract.ts'
import { comparePlace } from '../../compare/pages/place.ts'
import { podStateText, podTone } from '../../pages/pod-tone.ts'
import { healthOf } from '../../pages/tenant-text.ts'
import * as styles from './details.css.ts'
import { panels } from './panels.ts'
import { tenantPath } from './tenant-path.ts'
import { PodPanel } from './pod.tsx'
import { deletePod, deleteTenant } from './removals.tsx'
import { EventCount, useLiveParts } from './use-live-parts.ts'
import { editYaml } from './yaml.tsx'
import * as messages from '../../messages.ts'

type TenantRef = { namespace: string; tenant: string }

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

const Details = ({ at, part, podName }: { at: TenantRef; part: string; podName: string | undefined }) => {
  const source = useCall(details.tenant, { params: at })
  const pods = useCall(details.pods, { params: at })
  const volumes = useCall(details.volumes, { params: at })
  const [happened, setHappened] = useState(0)
  useLiveParts(at, {
    tenant: source.reload,
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
  const unmanaged = useMissingFeature('proxied-consoles')
  const reload = () => {
    // the parts of the page repeat their own calls
    setHappened((before) => before + 1)
    return Promise.all([source.reload(), pods.reload(), volumes.reload()])
  }
  const crumbs = [
    { label: 'Tenants', href: '/tenants' },
    ...(podName === undefined
      ? []
      : [
          { label: displayName(at.tenant), href: tenantPath(at, 'summary') },
          { label: 'Pods', href: tenantPath(at, 'pods') },
        ]),
  ]
  const remove = async () => {
    if (podName !== undefined) {
      if (await deletePod(at, podName)) await navigate(tenantPath(at, 'pods'))
    } else if (await deleteTenant(at, volumes.data?.pvcs?.length)) await navigate('/tenants')
  }
  const edit = async () => {
    if (await editYaml(at)) await reload()
  }
  const key = `${at.namespace}/${at.tenant}`
  const ofTenant: PageAction[] = [
    {
      label: 'Manage Tenant',
      icon: SquareArrowOutUpRight,
      disabled: unmanaged,
      onSelect: () => void navigate(tenantPath(at, 'hop')),
    },
    { label: 'Edit YAML', icon: FileCode, disabled: refusal('edit'), onSelect: () => void edit().catch(showError) },
  ]
  if (canOpenPage('/tenants/add'))
    ofTenant.push({
      label: 'Clone',
      icon: CopyPlus,
      look: 'menu',
      onSelect: () => void navigate(`/tenants/add?from=${encodeURIComponent(key)}`),
    })
  if (canOpenPage('/tenants/compare'))
    ofTenant.push({
      label: 'Compare…',
      icon: GitCompare,
      look: 'menu',
      onSelect: () => void navigate(comparePlace(key)),
    })
  return (
    <DetailPage
      name={podName ?? at.tenant}
      kind="tenant"
      crumbs={crumbs}
      source={source}
      missing={{
        icon: Building2,
        title: messages.tenantMissing(displayName(at.tenant), displayName(at.namespace)),
        text: messages.tenantMayBeDeleted,
      }}
      status={(tenant) => (
        <Head
          tenant={tenant}
          pod={podName === undefined ? undefined : pods.data?.find(({ name }) => name === podName)}
        />
      )}
      actions={() => [
        ...(podName === undefined ? ofTenant : []),
        { label: 'Refresh', icon: RefreshCw, look: 'icon', onSelect: () => void reload() },
        {
          label: 'Delete',
          icon: Trash,
          tone: 'danger',
          disabled: refusal(podName === undefined ? 'remove' : 'removePod'),
          onSelect: () => void remove(),
        },
      ]}
      look="side"
      path={{ tab: part, onTab: (next) => void navigate(tenantPath(at, next)) }}
      tabs={(tenant) => {
        const props = { tenant, at, pods, volumes, reload }
        return panels.map(({ id, label, icon, count, Panel }) => ({
          id,
          label,
          icon,
          ...(count && { count: count(props) }),
          content: (
            <EventCount value={happened}>
              {podName === undefined ? <Panel {...props} /> : <PodPanel {...props} pod={podName} />}
            </EventCount>
          ),
        }))
      }}
    />
  )
}

/** Page of a tenant; unknown and missing parts redirect to the summary (spec/3 2). */
export default function TenantPage({ params }: PageProps) {
  const at = { namespace: decodeSegment(params.tenantNamespace ?? ''), tenant: decodeSegment(params.tenantName ?? '') }
  const [part = '', pod, ...others] = (params['*'] ?? '').split('/').filter((word) => word !== '')
  const isKnownPath =
    panels.some(({ id }) => id === part) && others.length === 0 && (pod === undefined || part === 'pods')
  useEffect(() => {
    if (!isKnownPath) void navigate(tenantPath(at, 'summary'), { replace: true })
  }, [isKnownPath, at.namespace, at.tenant])
  return (
    <Details
      key={`${at.namespace}/${at.tenant}`}
      at={at}
      part={isKnownPath ? part : 'summary'}
      podName={isKnownPath && pod !== undefined ? decodeSegment(pod) : undefined}
    />
  )
}
