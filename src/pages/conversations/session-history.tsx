import { Conversations } from './conversations.tsx'

/** Conversation history. */
export const Component = () => <Conversations screen="sessionHistory" />
