import { PresenceMessage, presencePath } from '#contract/platform/presence.ts'
import { closeCodes, type SocketService } from '#server/kit/socket.ts'
import type { SocketRoute } from '#server/plugins/sockets.ts'
import type { Services } from '#server/services.ts'
import { openRooms } from './rooms.ts'

/** Sockets of one person; more than anyone has tabs with records. */
const maxSocketsPerPerson = 40

/** Shows people who else has a record open. Nothing of it is stored. */
function openPresence(services: Services): SocketService<PresenceMessage> {
  const rooms = openRooms(services)
  const sockets = new Map<string, number>()
  return {
    messages: PresenceMessage,
    connect(listener, close) {
      const visitor = rooms.visitor(listener)
      let person: string | null = null
      function count(id: string, change: 1 | -1) {
        const total = (sockets.get(id) ?? 0) + change
        if (total > 0) sockets.set(id, total)
        else sockets.delete(id)
        return total
      }
      return {
        async handle(actor, { records }) {
          if (person === null) {
            person = actor.id
            if (count(actor.id, 1) > maxSocketsPerPerson) return close(closeCodes.refused, 'Too many sockets')
          }
          await visitor.open(actor, records)
        },
        beat: () => void visitor.recheck(),
        reset() {
          visitor.leave()
          if (person !== null) count(person, -1)
          person = null
        },
      }
    },
    close: rooms.close,
  }
}

export const presenceSocket: SocketRoute<PresenceMessage> = {
  path: presencePath,
  heartbeatSeconds: 4,
  open: openPresence,
}
