import { ClientMessage, type LiveTopic, liveMetricsPath } from '#contract/analytics/live-metrics.ts'
import { grant } from '#contract/kit/permissions.ts'
import { encodeMessage } from '#server/kit/broadcast.ts'
import type { SocketService } from '#server/kit/socket.ts'
import type { SocketRoute } from '#server/plugins/sockets.ts'
import type { Services } from '#server/services.ts'
import { openHub } from './hub.ts'
import { topics } from './topics.ts'

const isTopic = (name: string): name is LiveTopic => Object.hasOwn(topics, name)

/** Sends the topics that a client subscribes to and the permission table allows. */
function openLiveMetrics(services: Services): SocketService<ClientMessage> {
  const { config, log } = services
  const hub = openHub((topic, viewer) => topics[topic].read(services, viewer), log, config.REDIS_URL)
  return {
    messages: ClientMessage,
    connect(listener) {
      let unsubscribers: (() => void)[] = []
      function reset() {
        for (const stop of unsubscribers.splice(0)) stop()
      }
      return {
        handle(actor, { subscriptions: wanted }) {
          reset()
          const followed = [...new Set(wanted)].filter(isTopic).flatMap(topic => {
            const granted = grant(actor.role, topics[topic].access)
            return granted ? [{ topic, granted }] : []
          })
          const subscriptions = followed.map(({ topic }) => topic)
          listener.send('subscribed', encodeMessage('subscribed', { subscriptions }))
          unsubscribers = followed.map(({ topic, granted }) =>
            hub.follow(topic, { grant: granted, actor }, listener),
          )
        },
        reset,
      }
    },
    close: hub.close,
  }
}

export const liveMetricsSocket: SocketRoute<ClientMessage> = {
  path: liveMetricsPath,
  heartbeatSeconds: 15,
  open: openLiveMetrics,
}
