"""FastAPI with scikit-learn, as a service of predictions is usually written: fastapi_peer.py FILE PORT, of a CSV `label,text`."""
import csv
import sys

import uvicorn
from fastapi import FastAPI
from pydantic import BaseModel
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import make_pipeline

csv.field_size_limit(1 << 30)
with open(sys.argv[1], encoding='utf-8', newline='') as file:
    rows = list(csv.DictReader(file))
model = make_pipeline(CountVectorizer(), MultinomialNB()).fit([row['text'] for row in rows], [row['label'] for row in rows])
app = FastAPI()


class Text(BaseModel):
    text: str


@app.post('/predict')
def predict(row: Text):
    shares = model.predict_proba([row.text])[0]
    best = shares.argmax()
    return {'predicted': str(model.classes_[best]), 'probability': float(shares[best])}


uvicorn.run(app, host='127.0.0.1', port=int(sys.argv[2]), log_level='error')
