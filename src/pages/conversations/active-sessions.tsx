import { Conversations } from './conversations.tsx'

/** Active conversations. */
export const Component = () => <Conversations screen="activeSessions" />
