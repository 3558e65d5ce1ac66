import { useEffect, useState } from 'react'
import { Failure } from '../core/protocol/failure.ts'
import { checkBuild } from '../core/web/build-check.ts'
import { showError } from '../core/web/toasts.ts'
import { checkConnectionAndTryAgain, codeNotLoaded, newConsoleVersion, reloadForNewVersion } from './messages.ts'

/** A script that is loaded on first use. */
export type OnDemand<Module> = {
  /** Its exports, once it has been loaded. */
  exports: Module | undefined
  /** Loads it once; a failed load is repeated by the next call. */
  load: () => Promise<Module>
  /** Loads it early, such as when the pointer reaches a button; a failure is reported when it is used. */
  preload: () => void
}

/** Describes a script that `load` imports. */
export const onDemand = <Module>(load: () => Promise<Module>): OnDemand<Module> => {
  let loading: Promise<Module> | undefined
  const script: OnDemand<Module> = {
    exports: undefined,
    load: () =>
      (loading ??= load().then(
        (exports) => (script.exports = exports),
        (error: unknown) => {
          loading = undefined
          throw error
        },
      )),
    preload: () => void script.load().catch(() => {}),
  }
  return script
}

/** Error of a load if the server has another build, which lacks this tab's scripts: only a reload of the page helps. */
export const newVersion = new Failure(0, newConsoleVersion, { detail: reloadForNewVersion })

const failureOfLoad = async () =>
  (await checkBuild()) === 'other' ? newVersion : new Failure(0, codeNotLoaded, { detail: checkConnectionAndTryAgain })

/** State of a script that is loaded on first use: its exports, or the error of the load and a function to repeat it. */
export const useScript = <Module>(script: OnDemand<Module>) => {
  const [exports, setExports] = useState(() => script.exports)
  const [error, setError] = useState<Failure>()
  useEffect(() => {
    if (exports !== undefined || error) return undefined
    let isCancelled = false
    script.load().then(
      (loaded) => {
        if (!isCancelled) setExports(() => loaded)
      },
      async () => {
        const failure = await failureOfLoad()
        if (!isCancelled) setError(failure)
      },
    )
    return () => void (isCancelled = true)
  }, [exports, error])
  return { exports, error, retry: () => setError(undefined) }
}

/**
 * Exports of a script; `undefined` while it loads. It does not suspend, so that the page around stays on screen. A
 * failed load shows a toast and calls `onFailure`.
 */
export const useOnDemand = <Module>(
  script: OnDemand<Module>,
  { onFailure }: { onFailure?: () => void } = {},
): Module | undefined => {
  const { exports, error } = useScript(script)
  useEffect(() => {
    if (!error) return
    showError(error)
    onFailure?.()
  }, [error])
  return exports
}
