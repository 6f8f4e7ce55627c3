import type { Phrases } from './phrases.ts'

export const english: Phrases = {
  openings: {
    mood_checkin: [
      'Hello, it is good to hear you. How are you feeling today?',
      'Hello again. How has your day been so far?',
    ],
    wellness_encouragement: [
      'Hello! Shall we find something today that does you good?',
      'Good to have you here. What would make today a little better for you?',
    ],
    small_talk: [
      'Hello! I have time, and I like to listen. What is new with you?',
      'How nice that you are here. What shall we talk about?',
    ],
    memory_recall: [
      'Hello! Would you tell me something from the old days?',
      'I enjoy your stories. Where shall we go today, to your school days or to your first job?',
    ],
    health_reminder: [
      'Hello, this is your little reminder. Have you taken your medication today?',
      'Hello! Before we chat: have you had something to drink this morning?',
    ],
  },
  questions: {
    mood_checkin: [
      'How did you sleep last night?',
      'What has been the nicest moment since yesterday?',
      'Is anything weighing on your mind?',
      'Have you spoken with somebody you like today?',
      'How is your appetite?',
      'Is there something you are looking forward to this week?',
      'How much energy do you have today, a little or plenty?',
      'What usually cheers you up?',
      'Is your body giving you any trouble?',
      'What would you wish for this evening?',
    ],
    wellness_encouragement: [
      'Have you been able to move about a little today?',
      'Would a few steps by the open window be something for you?',
      'What did you have for breakfast?',
      'Shall we roll our shoulders together, five times, slowly?',
      'Which kind of movement did you always enjoy?',
      'How many glasses of water have you had so far?',
      'Is there a small job about the house that you would like to finish?',
      'Who could go for a walk with you?',
      'What helps you to rest in the afternoon?',
      'Which small thing could you be proud of tonight?',
    ],
    small_talk: [
      'What can you see from your window just now?',
      'Which music did you last enjoy?',
      'Is there a dish that always tastes of home to you?',
      'Do you prefer mornings or evenings?',
      'Which season do you like best, and why?',
      'Have you read or watched something good lately?',
      'What do your neighbours get up to these days?',
      'Did you ever have a pet?',
      'Where would you travel if the train stopped at your door?',
      'What made you laugh last?',
    ],
    memory_recall: [
      'Where did you grow up?',
      'Who sat next to you at school?',
      'What did the kitchen of your childhood smell of?',
      'What was your very first job?',
      'Which song takes you straight back to your youth?',
      'How did you meet the people dearest to you?',
      'Which journey will you never forget?',
      'What did Sundays look like at your home?',
      'Who taught you something that you still use?',
      'What would you like your grandchildren to know about those days?',
    ],
    health_reminder: [
      'Which tablets are still to be taken today?',
      'Have you had a glass of water in the last hour?',
      'Did you measure your blood pressure today?',
      'Are there enough tablets left for the week?',
      'When is your next appointment with the doctor?',
      'Do the tablets agree with you?',
      'Have you eaten something warm today?',
      'Where do you keep your medication, so that you always find it?',
      'Would a note on the fridge help you to remember?',
      'Shall we go through the evening together, step by step?',
    ],
  },
  further: [
    'Is there something else you would like to tell me?',
    'What else is on your mind?',
    'Shall we stay with that a little, or talk about something new?',
    'What would you like to talk about next?',
    'And how are you feeling just now?',
    'What is the rest of your day going to be like?',
  ],
  heard: {
    happy: [
      'That is lovely to hear.',
      'How nice, that makes me glad.',
      'What a good thing to have in a day.',
      'I can hear that it does you good.',
    ],
    sad: [
      'I am sorry. That is hard.',
      'Thank you for telling me. I am listening.',
      'It is all right to be sad about that.',
      'That would make anybody feel low.',
    ],
    anxious: [
      'I understand that this worries you.',
      'Let us take it one step at a time.',
      'You are not alone with that.',
      'It helps to say a worry out loud.',
    ],
    angry: [
      'I can see why that makes you cross.',
      'That was not right, I agree.',
      'You may well be annoyed about it.',
      'Thank you for being so frank with me.',
    ],
    neutral: ['I see.', 'Thank you, that is good to know.', 'All right.', 'I understand.'],
    confused: [
      'No hurry, we shall sort it out.',
      'That can be muddling. Let us go slowly.',
      'It is quite all right not to be sure.',
      'We have all the time we need.',
    ],
    excited: [
      'How exciting!',
      'That is wonderful news.',
      'I am delighted with you.',
      'You must be over the moon.',
    ],
  },
  help: {
    medical: [
      'This sounds like an emergency, and I am only a program. Please call the emergency number now, or press your help button. Sit down, unlock the door if you can, and do not be alone. I am letting the people who look after you know.',
      'Please do not wait: call the emergency number or press your help button this minute. Your carers are being told. Stay where you are and breathe slowly.',
    ],
    fall: [
      'Stay where you are for now and keep warm; please do not force yourself up. Press your help button or call the emergency number if you are in pain. I am letting the people who look after you know.',
      'I am asking for help. Lie as comfortably as you can, do not try to stand, and if anything hurts more, call the emergency number.',
    ],
    self_harm: [
      'Thank you for telling me. I am very glad that you did, and you matter. I am only a program, and you deserve a person now: please call somebody you trust, or the emergency number. I am letting the people who look after you know. Will you stay with somebody until they come?',
      'I am still here. Please put anything that could hurt you out of reach, and call the emergency number or a person you trust now. Your carers are being told and will be in touch.',
    ],
    abuse: [
      'That is not right, and it is not your fault. Nobody may treat you like that. I am passing it on to people who can help. If you are in danger now, please call the emergency number.',
      'You did well to tell me. Somebody will talk with you about it in confidence. If it happens again before that, please call the emergency number.',
    ],
    medication: [
      'Please take nothing more for now. I cannot tell what is safe, but your pharmacist or doctor can: please call them, and have the box at hand. I am letting the people who look after you know.',
      'Please leave the tablets where they are until a pharmacist, a doctor or a nurse has told you what to do. If you feel unwell, call the emergency number.',
    ],
    loneliness: [
      'I am glad that you tell me. I am only a program, and you deserve people around you. I am letting those who look after you know that a visit would do you good. Whom would you most like to hear from?',
      'That is a heavy feeling, and it counts. Shall we think of one person whom you could ring today?',
    ],
    confusion: [
      'You are not in trouble. Please sit down for a moment and stay where you are. I am letting the people who look after you know, and somebody will look in on you.',
      'All is well, we have time. Stay seated, and have a sip of water if there is some by you. I am asking somebody to help you.',
    ],
  },
  kept: [
    'I will remember that {fact}.',
    'Good, I have noted that {fact}.',
    'Thank you, I will keep in mind that {fact}.',
    'I have written it down for us: {fact}.',
  ],
  recalled: [
    'You told me that {fact}.',
    'I remember: {fact}.',
    'As you told me, {fact}.',
    'Yes, I know that one: {fact}.',
  ],
  unknown: [
    'I do not know that; you have not told me yet. If you tell me, I will remember it.',
    'That I cannot say, because I only know what you tell me.',
    'I have nothing on that in my notes. Would you tell me?',
  ],
  remembered: [
    'You once told me that {fact}.',
    'I still remember that {fact}.',
    'By the way, I have kept in mind that {fact}.',
  ],
  identity: [
    'I am the embedded companion, a computer program and not a person. I can listen, ask and remember what you tell me, and I can tell your carers when you need help.',
    'I am a program that talks with you. I am no doctor and no human being, but what you tell me matters here.',
  ],
  limits: [
    'That I cannot find out from here; I am a simple program without the news, the weather or a telephone. Somebody in your family may know.',
    'I am sorry, that is beyond me. I can chat, remind and remember, and let your carers know when something is wrong.',
  ],
  thanks: ['You are very welcome.', 'It is a pleasure.', 'With all my heart.'],
  farewell: [
    'It was good to talk with you. Take care of yourself, and until next time.',
    'Goodbye, and have a peaceful day. I am here whenever you like.',
  ],
  asks: {
    identity:
      /\b(?:who are you|what are you|are you (?:a |an )?(?:real|human|person|robot|machine|computer|program|alive)|am i talking to a)\b/i,
    limits:
      /\b(?:what(?:'s| is) the (?:weather|time|news)|what time is it|will it rain|(?:call|ring|phone) (?:my|the) (?:daughter|son|doctor|wife|husband|sister|brother|neighbou?r)|play (?:some|a|the)|turn (?:on|off))\b/i,
    thanks: /\b(?:thank you|thanks)\b/i,
    farewell: /\b(?:good ?bye|bye|good night|see you|talk to you (?:later|tomorrow))\b/i,
  },
}
