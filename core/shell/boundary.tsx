import CloudOff from 'lucide-react/icons/cloud-off'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { Component, useEffect, useState, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { checkBuild, type BuildCheck } from '../web/build-check.ts'
import { connection, reportUnreachable } from '../web/connection.ts'
import { Failure } from '../protocol/failure.ts'
import { Button } from '../../ui/button.tsx'
import { NewVersion, ReloadButton } from '../../ui/new-version.tsx'
import { Empty } from '../../ui/no-access.tsx'
import { Page } from '../../ui/page.tsx'
import { isLoadFailure } from './error-texts.ts'
import { pageFailed, pageLoadsOnceServerResponds, pageCodeNotLoaded } from '../messages.ts'

type PageErrorBoundaryProps = {
  /** Address; a change of it resets the error. */
  at: string
  /** Cleans up before rendering again. */
  onRetry: () => void
  children: ReactNode
}

type CaughtError = { error: unknown; at: string } | undefined

/** Error boundary that keeps a page that throws, or cannot be loaded, from breaking the others. */
export class PageErrorBoundary extends Component<PageErrorBoundaryProps, { caught: CaughtError }> {
  override state = { caught: undefined as CaughtError }

  static getDerivedStateFromError(error: unknown) {
    return { caught: { error, at: '' } }
  }

  static getDerivedStateFromProps({ at }: PageErrorBoundaryProps, { caught }: { caught: CaughtError }) {
    if (!caught || caught.at === at) return null
    return { caught: caught.at ? undefined : { ...caught, at } }
  }

  override render() {
    const { caught } = this.state
    if (!caught) return this.props.children
    const retry = () => {
      this.props.onRetry()
      this.setState({ caught: undefined })
    }
    return <FailedPage error={caught.error} retry={retry} />
  }
}

const messageOf = (error: unknown) => {
  if (isLoadFailure(error)) return pageCodeNotLoaded
  return error instanceof Error ? error.message : String(error)
}

const FailedPage = ({ error, retry }: { error: unknown; retry: () => void }) => {
  const { state } = useSnapshot(connection)
  const [server, setServer] = useState<BuildCheck>()
  useEffect(() => {
    if (state === 'away') return setServer('unreachable')
    let isCancelled = false
    const checkServer = async () => {
      const now = await checkBuild()
      if (isCancelled) return
      if (now === 'unreachable') void reportUnreachable(new Failure(0, 'The server did not respond'))
      else if (now === 'same' && server === 'unreachable') return retry()
      setServer(now)
    }
    void checkServer()
    return () => void (isCancelled = true)
  }, [error, state])

  const retryButton = (
    <Button icon={RotateCcw} onPress={retry}>
      Try again
    </Button>
  )
  if (server === 'other') {
    return (
      <Page title="New Version">
        <NewVersion />
      </Page>
    )
  }
  if (server === 'unreachable') {
    return (
      <Page title="No Connection">
        <Empty
          icon={CloudOff}
          title="The server did not respond"
          text={pageLoadsOnceServerResponds}
          action={retryButton}
        />
      </Page>
    )
  }
  return (
    <Page title="Error">
      <Empty
        icon={TriangleAlert}
        title={pageFailed}
        text={messageOf(error)}
        action={
          <>
            <ReloadButton />
            {retryButton}
          </>
        }
      />
    </Page>
  )
}
