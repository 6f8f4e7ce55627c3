#!/bin/sh
# Trains every model of the safety watch, in the order in which they build on each other: sh scripts/train-all.sh FOLDER
set -e
folder=${1:?Give the folder that holds goemotions/, xlm-t/ and suicide-risk-lexicon/}
node scripts/train-known-words.ts "$folder"
node scripts/train-emotion.ts "$folder/goemotions"
node scripts/train-sentiment.ts "$folder"
node scripts/train-vocabulary.ts
node scripts/train-repairs.ts "$folder"
node scripts/train-danger.ts "$folder"
