import { say } from '../../../core/banners.ts'
import { call } from '../../../core/client.ts'
import { shown } from '../../../core/format.ts'
import { navigate, plain } from '../../../core/location.ts'
import type { PageProps } from '../../../core/plugin.ts'
import { LoadError } from '../../../core/ui/empty.tsx'
import { Page } from '../../../core/ui/page.tsx'
import { useCall } from '../../../core/use-call.ts'
import { notifications } from '../contract.ts'
import { serviceOf } from '../services.ts'
import { crumbs } from './crumbs.ts'
import * as styles from './pages.css.ts'
import { TargetForm } from './target-form.tsx'

/** A target's settings, to be changed. */
export default function EditTarget({ params: raw }: PageProps) {
  const params = { service: plain(raw.service ?? ''), target: plain(raw.target ?? '') }
  const service = serviceOf(params.service)
  const { data, error, reload } = useCall(notifications.target, { params })
  return (
    <Page title={`${shown(service?.id ?? params.service)}:${shown(params.target)}`} crumbs={crumbs}>
      <div className={styles.content}>
        {error && !data && <LoadError what="the target" error={error} onRetry={() => void reload()} />}
        {data && service && (
          <TargetForm
            service={service}
            target={data}
            onSave={async (_, properties) => {
              await call(notifications.set, { params, body: { properties } })
              say('Notification target successfully updated')
              await navigate('/notification-endpoints', { force: true })
            }}
          />
        )}
      </div>
    </Page>
  )
}
