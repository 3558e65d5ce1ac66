import { Suspense, useEffect } from 'react'
import type { PageProps, PluginRoute } from '../web/plugin.ts'
import { PageErrorBoundary } from './boundary.tsx'
import { forget, useLoaded } from './lazy.ts'
import { LoadingPage } from './loading-page.tsx'

const Loaded = ({ route, params }: { route: PluginRoute } & PageProps) => {
  const { default: PageComponent } = useLoaded(route.load)
  return <PageComponent params={params} />
}

const OnRendered = ({ at, onRendered }: { at: string; onRendered: () => void }) => {
  useEffect(onRendered, [at, onRendered])
  return null
}

type OutletProps = {
  route: PluginRoute
  /** Shown until the page's code is loaded. */
  title: string
  at: string
  onRendered: () => void
} & PageProps

/** Renders the page of a route: loads it on first visit, contains its errors, and reports when it has rendered. */
export const Outlet = ({ route, title, params, at, onRendered }: OutletProps) => (
  <PageErrorBoundary at={at} onRetry={() => forget(route.load)}>
    <Suspense fallback={<LoadingPage title={title} />}>
      <Loaded route={route} params={params} />
      <OnRendered at={at} onRendered={onRendered} />
    </Suspense>
  </PageErrorBoundary>
)
