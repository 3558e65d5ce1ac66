import { useEffect, useState } from 'react'
import { showError } from '../core/web/toasts.ts'
import { Failure } from '../core/protocol/failure.ts'
import { checkConnectionAndTryAgain, codeNotLoaded } from './messages.ts'

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

/**
 * Exports of a script; `undefined` while it loads. It does not suspend, so that the page around stays on screen. A
 * failed load shows a toast and calls `onFailure`.
 */
export const useOnDemand = <Module>(
  script: OnDemand<Module>,
  { onFailure }: { onFailure?: () => void } = {},
): Module | undefined => {
  const [exports, setExports] = useState(script.exports)
  useEffect(() => {
    if (exports) return undefined
    let isCancelled = false
    script.load().then(
      (loaded) => {
        if (!isCancelled) setExports(loaded)
      },
      () => {
        if (isCancelled) return
        showError(new Failure(0, codeNotLoaded, { detail: checkConnectionAndTryAgain }))
        onFailure?.()
      },
    )
    return () => void (isCancelled = true)
  }, [])
  return exports
}
