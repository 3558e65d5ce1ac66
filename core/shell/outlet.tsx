import { Suspense, useEffect } from 'react'
import type { PageProps, PluginRoute } from '../plugin.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import * as styles from './frame.css.ts'
import { Boundary } from './boundary.tsx'
import { forget, useLoaded } from './lazy.ts'

const Loaded = ({ route, params }: { route: PluginRoute } & PageProps) => {
  const { default: Page } = useLoaded(route.load)
  return <Page params={params} />
}

const Arrived = ({ at, onArrive }: { at: string; onArrive: () => void }) => {
  useEffect(onArrive, [at, onArrive])
  return null
}

const Waiting = () => (
  <div className={styles.waiting}>
    <Skeleton rows={7} columns={4} />
  </div>
)

type OutletProps = { route: PluginRoute; at: string; onArrive: () => void } & PageProps

/** The page of a route: loaded when first visited, kept from harming the shell, and told when it has appeared. */
export const Outlet = ({ route, params, at, onArrive }: OutletProps) => (
  <Boundary at={at} onRetry={() => forget(route.load)}>
    <Suspense fallback={<Waiting />}>
      <Loaded route={route} params={params} />
      <Arrived at={at} onArrive={onArrive} />
    </Suspense>
  </Boundary>
)
