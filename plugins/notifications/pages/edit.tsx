import { call, navigate, type PageProps, showToast, useCall } from 'stowage/web'
import { decodeSegment, displayName } from 'stowage'
import { LoadError, Page } from 'stowage/ui'
import { notifications } from '../contract.ts'
import { serviceOf } from '../services.ts'
import { crumbs } from './crumbs.ts'
import * as styles from './pages.css.ts'
import { TargetForm } from './target-form.tsx'
import * as messages from '../messages.ts'

/** Edits a target's settings. */
export default function EditTarget({ params: raw }: PageProps) {
  const params = { service: decodeSegment(raw.service ?? ''), target: decodeSegment(raw.target ?? '') }
  const service = serviceOf(params.service)
  const { data, error, reload } = useCall(notifications.target, { params })
  return (
    <Page title={`${displayName(service?.id ?? params.service)}:${displayName(params.target)}`} crumbs={crumbs}>
      <div className={styles.content}>
        {error && !data && <LoadError what="the target" error={error} onRetry={() => void reload()} />}
        {data && service && (
          <TargetForm
            service={service}
            target={data}
            onSave={async (_, properties) => {
              await call(notifications.set, { params, body: { properties } })
              showToast(messages.targetChanged(`${service.id}:${displayName(params.target)}`, 'updated'))
              await navigate('/notification-endpoints', { force: true })
            }}
          />
        )}
      </div>
    </Page>
  )
}
