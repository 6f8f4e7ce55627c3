import type { SentenceBank } from './bank.ts'

export const english: SentenceBank = {
  people: ['my daughter', 'my son', 'my neighbour', 'my sister', 'my old friend', 'my grandson'],
  openings: {
    mood_checkin: [
      'Good to hear you. How are you feeling today?',
      'Hello! How did you sleep, and how is your mood?',
    ],
    wellness_encouragement: [
      'Shall we do something good for you today?',
      'You walked a little yesterday. How about today?',
    ],
    small_talk: ['Hello! What is new with you?', 'I was hoping you would call. What shall we talk about?'],
    memory_recall: [
      'Would you tell me something from the old days?',
      'Last time you told me about your school. What came next?',
    ],
    health_reminder: [
      'It is time for your tablets. Have you taken them?',
      'A small reminder: have you had a glass of water yet?',
    ],
  },
  statements: {
    mood_checkin: {
      happy: ['family', 'I feel wonderful, {person} came for breakfast.'],
      sad: ['loneliness', 'Not so good. The house is very quiet since {person} left.'],
      anxious: ['health', 'I am worried about the results from the hospital on Monday.'],
      angry: ['neighbourhood', 'I am cross. They dug up the street again and woke me at six.'],
      neutral: ['sleep', 'I am all right. I slept six hours, as usual.'],
      confused: ['memory', 'I am a little mixed up. Is today Tuesday or Wednesday?'],
      excited: ['family', 'I can hardly wait, {person} is getting married on Saturday!'],
    },
    wellness_encouragement: {
      happy: ['exercise', 'I did my ten minutes on the balcony and it felt lovely.'],
      sad: ['exercise', 'I miss my long walks. My knees will not have them any more.'],
      anxious: ['exercise', 'I am afraid of slipping on the wet leaves out there.'],
      angry: ['health', 'Everybody tells me to exercise, nobody asks whether it hurts.'],
      neutral: ['food', 'I had porridge and an apple, and I will walk to the shop later.'],
      confused: ['exercise', 'Which exercise was it, the one with the chair or the one with the towel?'],
      excited: ['exercise', 'Two thousand steps! I have not done that since spring!'],
    },
    small_talk: {
      happy: ['garden', 'The roses are out, and the first tomatoes are red.'],
      sad: ['loneliness', 'Nobody rang all week, not even {person}.'],
      anxious: ['money', 'The letter about the heating bill keeps me awake.'],
      angry: ['television', 'They moved my programme to midnight, can you believe it?'],
      neutral: ['weather', 'It is raining here, so I am doing the crossword.'],
      confused: ['technology', 'The telephone shows a picture of a cloud. What does it want from me?'],
      excited: ['sports', 'We won! Two to one, in the very last minute!'],
    },
    memory_recall: {
      happy: ['music', 'We danced to the band at the pier, every Friday, all summer long.'],
      sad: ['family', 'My wife would have been eighty today. I still lay two cups.'],
      anxious: ['memory', 'I could not find the name of my own street yesterday.'],
      angry: ['work', 'Thirty years in that factory, and not one word of thanks.'],
      neutral: ['school', 'We were forty in a class, and the stove stood in the middle.'],
      confused: ['memory', 'Was that before or after we moved to the coast? I am not sure.'],
      excited: ['travel', 'And then the ship sailed under the bridge, and everybody cheered!'],
    },
    health_reminder: {
      happy: ['medication', 'All taken, and the doctor says my pressure is better than hers!'],
      sad: ['medication', 'So many tablets. It makes me feel old.'],
      anxious: ['medication', 'I am not sure whether the white one goes with the blue one.'],
      angry: ['medication', 'I took them already. Please stop asking me!'],
      neutral: ['medication', 'Yes, with breakfast, at eight.'],
      confused: ['medication', 'Did I take the morning ones? The box is open, but I cannot remember.'],
      excited: ['health', 'The doctor took me off two of them. Two!'],
    },
  },
  answers: {
    happy: ['That is lovely to hear.', 'What a good start. Tell me more about it.'],
    sad: ['I am sorry. Would it help to call someone you like?', 'Thank you for telling me. I am here.'],
    anxious: [
      'That would worry me too. Shall we look at it step by step?',
      'You are not alone with it. Who could go with you?',
    ],
    angry: ['I understand that you are upset.', 'That was not fair to you. What would you like to happen?'],
    neutral: ['Good to know. Is there anything you need?', 'Thank you. I will remember that.'],
    confused: ['No hurry, we shall sort it out together.', 'Let me help: I will say it again slowly.'],
    excited: ['How exciting! I am glad with you.', 'Wonderful! You must tell me how it goes.'],
  },
  worries: [
    {
      context: 'loneliness',
      emotion: 'sad',
      risk: 0.44,
      text: 'I have not spoken to a soul since Sunday, and no one would notice.',
      reply:
        'I noticed, and I am glad that you called. May I let your family know that you would like a visit?',
    },
    {
      context: 'confusion',
      emotion: 'confused',
      risk: 0.52,
      text: 'I do not know this room. I want to go home now.',
      reply: 'You are safe. Please sit down for a moment, I am asking someone to look in on you.',
    },
    {
      context: 'medication',
      emotion: 'anxious',
      risk: 0.57,
      text: 'I think I took my heart tablets twice this morning.',
      reply: 'Please take nothing more. I am telling your carer now, and here is the number of the pharmacy.',
    },
    {
      context: 'fall',
      emotion: 'anxious',
      risk: 0.68,
      text: 'I slipped in the bathroom and my hip hurts when I stand.',
      reply: 'Stay where you are and keep warm. I am getting help.',
    },
    {
      context: 'self_harm',
      emotion: 'sad',
      risk: 0.64,
      text: 'Sometimes I wish I would not wake up any more.',
      reply: 'Thank you for telling me. You matter to me. I am asking someone to call you now.',
    },
    {
      context: 'abuse',
      emotion: 'anxious',
      risk: 0.72,
      text: 'He takes my pension, and he shouts when I ask for it.',
      reply: 'That is not right, and it is not your fault. I am passing it on to someone who can help.',
    },
    {
      context: 'medical',
      emotion: 'anxious',
      risk: 0.86,
      text: 'There is a pressure in my chest, and it runs down my left arm.',
      reply: 'I am calling for help right now. Sit down, unlock the door if you can, and stay with me.',
    },
    {
      context: 'self_harm',
      emotion: 'sad',
      risk: 0.92,
      text: 'I have put all my tablets on the table. I do not want to go on.',
      reply:
        'I am here and I am getting help this minute. Please move away from the table and keep talking with me.',
    },
  ],
}
