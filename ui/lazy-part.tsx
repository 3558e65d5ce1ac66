import type { ComponentType, ReactNode } from 'react'
import { Failure } from '../core/protocol/failure.ts'
import { LoadFailure } from './load-failure.tsx'
import { checkConnectionAndTryAgain } from './messages.ts'
import { NewVersion } from './new-version.tsx'
import { newVersion, onDemand, useScript } from './use-on-demand.ts'

const notLoaded = new Failure(0, checkConnectionAndTryAgain)

/**
 * A part of a page whose code is loaded when it is first rendered, with `fallback` in its place until then. A failed
 * load is shown there with a retry, so that the page around stays.
 *
 * @param what name of the part, in lowercase: `the charts`
 */
export const lazyPart = <Props extends object>(
  what: string,
  load: () => Promise<ComponentType<Props>>,
  fallback: (props: Props) => ReactNode = () => undefined,
): ComponentType<Props> => {
  const script = onDemand(load)
  return (props) => {
    const { exports: Part, error, retry } = useScript(script)
    if (Part) return <Part {...props} />
    if (error === newVersion) return <NewVersion />
    return error ? <LoadFailure what={what} error={notLoaded} onRetry={retry} /> : fallback(props)
  }
}
